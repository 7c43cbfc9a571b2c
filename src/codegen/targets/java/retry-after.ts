/** The forms of a date in the field that names a wait. */
export const RETRY_AFTER_FORMS = `  /** The three forms of RFC 9110 section 5.6.7, which all mean UTC. */
  private static final List<Pattern> HTTP_DATES =
      List.of(
          Pattern.compile(
              "[A-Z][a-z]{2}, (?<day>[0-9]{2}) (?<month>[A-Z][a-z]{2}) (?<year>[0-9]{4})"
                  + " (?<time>[0-9]{2}:[0-9]{2}:[0-9]{2}) GMT"),
          Pattern.compile(
              "[A-Z][a-z]{5,8}, (?<day>[0-9]{2})-(?<month>[A-Z][a-z]{2})-(?<year>[0-9]{2})"
                  + " (?<time>[0-9]{2}:[0-9]{2}:[0-9]{2}) GMT"),
          Pattern.compile(
              "[A-Z][a-z]{2} (?<month>[A-Z][a-z]{2}) (?<day>[ 0-9][0-9])"
                  + " (?<time>[0-9]{2}:[0-9]{2}:[0-9]{2}) (?<year>[0-9]{4})"));

  private static final List<String> MONTHS =
      List.of(
          "Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec");`;

/** The methods that read the wait which a server names. */
export const RETRY_AFTER = `  /**
   * The wait that the server named: whole seconds or an HTTP-date (RFC 9110 section 10.2.3). Anything
   * else counts as none.
   */
  private static OptionalDouble retryAfterMs(HttpResponse<?> response) {
    return retryAfterMs(response.headers().firstValue("Retry-After").orElse("").strip());
  }

  static OptionalDouble retryAfterMs(String value) {
    if (value.matches("[0-9]+")) {
      return OptionalDouble.of(Math.min(Double.parseDouble(value) * 1000, RETRY_AFTER_MAX_MS));
    }
    Instant at = parseHttpDate(value);
    if (at == null) {
      return OptionalDouble.empty();
    }
    double ms = Duration.between(Instant.now(), at).toNanos() / 1e6;
    return OptionalDouble.of(Math.min(Math.max(0, ms), RETRY_AFTER_MAX_MS));
  }

  /** The instant of an HTTP-date, or null for what is none. */
  private static Instant parseHttpDate(String text) {
    for (Pattern form : HTTP_DATES) {
      Matcher parts = form.matcher(text);
      if (parts.matches()) {
        int year = Integer.parseInt(parts.group("year"));
        if (parts.group("year").length() == 2) {
          // Two digits are the latest such year that is at most 50 years ahead.
          int latest = Year.now(ZoneOffset.UTC).getValue() + 50;
          year = latest - (latest - year) % 100;
        }
        int month = MONTHS.indexOf(parts.group("month")) + 1;
        int day = Integer.parseInt(parts.group("day").strip());
        try {
          LocalTime time = LocalTime.parse(parts.group("time"));
          return LocalDate.of(year, month, day).atTime(time).toInstant(ZoneOffset.UTC);
        } catch (DateTimeException noSuchTime) {
          return null;
        }
      }
    }
    return null;
  }`;
