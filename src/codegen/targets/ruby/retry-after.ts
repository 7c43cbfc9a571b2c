// biome-ignore-all lint/suspicious/noTemplateCurlyInString: such strings are lines of the generated code

/** The forms of a date in the field that names a wait. */
export const RETRY_AFTER_FORMS = `# The three forms of RFC 9110 section 5.6.7, which all mean UTC.
HTTP_DATES = [
  /\\A[A-Z][a-z]{2}, (?<day>\\d\\d) (?<month>[A-Z][a-z]{2}) (?<year>\\d{4}) (?<time>[\\d:]{8}) GMT\\z/,
  /\\A[A-Z][a-z]{5,8}, (?<day>\\d\\d)-(?<month>[A-Z][a-z]{2})-(?<year>\\d\\d) (?<time>[\\d:]{8}) GMT\\z/,
  /\\A[A-Z][a-z]{2} (?<month>[A-Z][a-z]{2}) (?<day>[ \\d]\\d) (?<time>[\\d:]{8}) (?<year>\\d{4})\\z/
].freeze
MONTHS = %w[Jan Feb Mar Apr May Jun Jul Aug Sep Oct Nov Dec].freeze`;

/** The methods that read the wait which a server names. */
export const RETRY_AFTER = `# The wait that the server named: whole seconds or an HTTP-date (RFC 9110 section 10.2.3). Anything
# else counts as none.
def retry_after_seconds(response)
  value = response ? response['Retry-After'].to_s.strip : ''
  if value.match?(/\\A[0-9]+\\z/)
    # More digits than these are beyond every limit, and too large a number draws a warning.
    seconds = value[0, 300].to_f
  else
    at = parse_http_date(value)
    return nil if at.nil?

    seconds = at - Time.now
  end
  seconds.clamp(0.0, RETRY_AFTER_MAX_SECONDS)
end

# The instant of an HTTP-date, or nil for what is none.
def parse_http_date(text)
  parts = HTTP_DATES.lazy.filter_map { |form| form.match(text) }.first
  return nil if parts.nil?

  year = parts[:year].to_i
  if parts[:year].length == 2
    # Two digits are the latest such year that is at most 50 years ahead.
    latest = Time.now.utc.year + 50
    year = latest - ((latest - year) % 100)
  end
  month = MONTHS.index(parts[:month])
  time = parts[:time].match(/\\A([01]\\d|2[0-3]):([0-5]\\d):([0-5]\\d)\\z/)
  return nil if month.nil? || time.nil?

  # Ruby takes 30 February for a day in March.
  at = Time.utc(year, month + 1, parts[:day], *time.captures)
  at if at.day == parts[:day].to_i
rescue ArgumentError
  nil # no such day in any month
end`;
