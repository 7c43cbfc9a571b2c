/** The functions that read the wait which a server names. */
export function retryAfter(): string[] {
  return `// retryAfter returns the wait that the server named: whole seconds or an HTTP-date (RFC 9110
// section 10.2.3). Anything else counts as none.
func retryAfter(value string, now time.Time) (time.Duration, bool) {
	value = strings.TrimSpace(value)
	if value != "" && strings.Trim(value, "0123456789") == "" {
		seconds, err := strconv.ParseUint(value, 10, 64)
		if err != nil || seconds > uint64(retryAfterMax/time.Second) {
			return retryAfterMax, true
		}
		return time.Duration(seconds) * time.Second, true
	}
	if date, ok := parseHTTPDate(value, now); ok {
		return min(max(0, date.Sub(now)), retryAfterMax), true
	}
	return 0, false
}

// parseHTTPDate is http.ParseTime, but for two-digit years: they are the latest that lie at most 50
// years ahead (RFC 9110 section 5.6.7).
func parseHTTPDate(value string, now time.Time) (time.Time, bool) {
	date, err := http.ParseTime(value)
	if err != nil {
		return time.Time{}, false
	}
	if _, err := time.Parse(time.RFC850, value); err == nil {
		latest := now.UTC().Year() + 50
		date = date.AddDate(latest-(latest-date.Year()%100)%100-date.Year(), 0, 0)
	}
	return date, true
}`.split('\n');
}
