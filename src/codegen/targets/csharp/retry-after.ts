/** The forms of a date in the field that names a wait. */
export const RETRY_AFTER_FORMS = `// The three forms of RFC 9110 section 5.6.7, which all mean UTC.
private static readonly string[] HttpDates =
{
    "^[A-Z][a-z]{2}, (?<day>[0-9]{2}) (?<month>[A-Z][a-z]{2}) (?<year>[0-9]{4}) (?<time>[0-9:]{8}) GMT$",
    "^[A-Z][a-z]{5,8}, (?<day>[0-9]{2})-(?<month>[A-Z][a-z]{2})-(?<year>[0-9]{2}) (?<time>[0-9:]{8}) GMT$",
    "^[A-Z][a-z]{2} (?<month>[A-Z][a-z]{2}) (?<day>[ 0-9][0-9]) (?<time>[0-9:]{8}) (?<year>[0-9]{4})$",
};`;

/** The methods that read the wait which a server names. */
export const RETRY_AFTER = `private static double? RetryAfterMs(HttpResponseMessage response)
{
    return response.Headers.TryGetValues("Retry-After", out var values)
        ? RetryAfterMs(string.Join(", ", values).Trim())
        : null;
}

/// <summary>
/// The wait that the server named: whole seconds or an HTTP-date (RFC 9110 section 10.2.3).
/// Anything else counts as none.
/// </summary>
internal static double? RetryAfterMs(string value)
{
    if (Regex.IsMatch(value, "^[0-9]+$"))
    {
        // It fails only for more digits than a number holds.
        bool isNumber = double.TryParse(value, NumberStyles.None, CultureInfo.InvariantCulture, out double seconds);
        return isNumber ? Math.Min(seconds * 1000, RetryAfterMaxMs) : RetryAfterMaxMs;
    }
    DateTimeOffset? at = ParseHttpDate(value);
    if (at == null)
    {
        return null;
    }
    double ms = (at.Value - DateTimeOffset.UtcNow).TotalMilliseconds;
    return Math.Min(Math.Max(0, ms), RetryAfterMaxMs);
}

/// <summary>The instant of an HTTP-date, or null for what is none.</summary>
private static DateTimeOffset? ParseHttpDate(string text)
{
    foreach (string form in HttpDates)
    {
        GroupCollection parts = Regex.Match(text, form).Groups;
        if (!parts["year"].Success)
        {
            continue;
        }
        int year = int.Parse(parts["year"].Value, CultureInfo.InvariantCulture);
        if (parts["year"].Length == 2)
        {
            // Two digits are the latest such year that is at most 50 years ahead.
            int latest = DateTimeOffset.UtcNow.Year + 50;
            year = latest - (latest - year) % 100;
        }
        string date = $"{parts["day"].Value.Trim()} {parts["month"]} {year:D4} {parts["time"]}";
        bool isDate = DateTimeOffset.TryParseExact(
            date,
            "d MMM yyyy HH:mm:ss",
            CultureInfo.InvariantCulture,
            DateTimeStyles.AssumeUniversal,
            out DateTimeOffset at);
        return isDate ? at : (DateTimeOffset?)null;
    }
    return null;
}`;
