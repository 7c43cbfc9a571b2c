/** The forms of a date in the field that names a wait. */
export const RETRY_AFTER_FORMS = `// The three forms of RFC 9110 section 5.6.7, which all mean UTC.
private const HTTP_DATES = [
    '/^[A-Z][a-z]{2}, (?<day>\\d\\d) (?<month>[A-Z][a-z]{2}) (?<year>\\d{4}) (?<time>[\\d:]{8}) GMT$/D',
    '/^[A-Z][a-z]{5,8}, (?<day>\\d\\d)-(?<month>[A-Z][a-z]{2})-(?<year>\\d\\d) (?<time>[\\d:]{8}) GMT$/D',
    '/^[A-Z][a-z]{2} (?<month>[A-Z][a-z]{2}) (?<day>[ \\d]\\d) (?<time>[\\d:]{8}) (?<year>\\d{4})$/D',
];
private const MONTHS = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec'];`;

/** The methods that read the wait which a server names. */
export const RETRY_AFTER = `/**
 * The wait that the server named: whole seconds or an HTTP-date (RFC 9110 section 10.2.3).
 * Anything else counts as none.
 */
private static function retryAfterMs(string $value): ?float
{
    if (preg_match('/^[0-9]+$/D', $value) === 1) {
        return min((float) $value * 1000, self::RETRY_AFTER_MAX_MS);
    }
    $at = self::parseHttpDate($value);

    return $at === null ? null : min(max(0, ($at - microtime(true)) * 1000), self::RETRY_AFTER_MAX_MS);
}

/** The instant of an HTTP-date in seconds since 1970, or null for what is none. */
private static function parseHttpDate(string $text): ?int
{
    foreach (self::HTTP_DATES as $form) {
        if (preg_match($form, $text, $parts) !== 1) {
            continue;
        }
        $year = (int) $parts['year'];
        if (strlen($parts['year']) === 2) {
            // Two digits are the latest such year that is at most 50 years ahead.
            $latest = (int) gmdate('Y') + 50;
            $year = $latest - ($latest - $year) % 100;
        }
        $month = array_search($parts['month'], self::MONTHS, true);
        $day = (int) $parts['day'];
        $isTime = preg_match('/^([01]\\d|2[0-3]):([0-5]\\d):([0-5]\\d)$/D', $parts['time'], $time) === 1;
        if ($month === false || !$isTime || !checkdate($month + 1, $day, $year)) {
            return null;
        }

        return gmmktime((int) $time[1], (int) $time[2], (int) $time[3], $month + 1, $day, $year);
    }

    return null;
}`;
