/** The forms of a date in the field that names a wait. */
export const RETRY_AFTER_FORMS = `/** The three forms of RFC 9110 section 5.6.7, which all mean UTC. */
private val HTTP_DATES = listOf(
    """[A-Z][a-z]{2}, (?<day>\\d\\d) (?<month>[A-Z][a-z]{2}) (?<year>\\d{4}) (?<time>[\\d:]{8}) GMT""",
    """[A-Z][a-z]{5,8}, (?<day>\\d\\d)-(?<month>[A-Z][a-z]{2})-(?<year>\\d\\d) (?<time>[\\d:]{8}) GMT""",
    """[A-Z][a-z]{2} (?<month>[A-Z][a-z]{2}) (?<day>[ \\d]\\d) (?<time>[\\d:]{8}) (?<year>\\d{4})""",
).map { it.toRegex() }
private val MONTHS = "Jan Feb Mar Apr May Jun Jul Aug Sep Oct Nov Dec".split(" ")`;

/** The methods that read the wait which a server names. */
export const RETRY_AFTER = `/**
 * The wait that the server named: whole seconds or an HTTP-date (RFC 9110 section 10.2.3).
 * Anything else counts as none.
 */
internal fun retryAfterMs(value: String): Double? {
    if (value.matches("[0-9]+".toRegex())) {
        return minOf(value.toDouble() * 1000, RETRY_AFTER_MAX_MS)
    }
    val at = parseHttpDate(value) ?: return null
    val ms = Duration.between(Instant.now(), at).toNanos() / 1e6
    return ms.coerceIn(0.0, RETRY_AFTER_MAX_MS)
}

/** The instant of an HTTP-date, or null for what is none. */
private fun parseHttpDate(text: String): Instant? {
    val parts = HTTP_DATES.firstNotNullOfOrNull { it.matchEntire(text) }?.groups ?: return null
    fun part(name: String) = parts[name]?.value?.trim().orEmpty()

    var year = part("year").toInt()
    if (part("year").length == 2) {
        // Two digits are the latest such year that is at most 50 years ahead.
        val latest = Year.now(ZoneOffset.UTC).value + 50
        year = latest - (latest - year) % 100
    }
    val month = MONTHS.indexOf(part("month")) + 1
    return try {
        val time = LocalTime.parse(part("time"))
        LocalDate.of(year, month, part("day").toInt()).atTime(time).toInstant(ZoneOffset.UTC)
    } catch (noSuchTime: DateTimeException) {
        null
    }
}`;
