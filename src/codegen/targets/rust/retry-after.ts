/** The functions that read the wait which a server names. */
export const RETRY_AFTER = `/// The wait that the server named: whole seconds or an HTTP-date (RFC 9110 section 10.2.3).
/// Anything else counts as none.
fn retry_after(value: &str) -> Option<Duration> {
    let value = value.trim();
    if !value.is_empty() && value.bytes().all(|byte| byte.is_ascii_digit()) {
        // What does not fit into a number is longer than any limit.
        let seconds = value.parse().unwrap_or(u64::MAX);
        return Some(Duration::from_secs(seconds).min(RETRY_AFTER_MAX));
    }
    let now = SystemTime::now().duration_since(UNIX_EPOCH).ok()?;
    let at = http_date(value, now.as_secs() as i64)?;
    let wait = Duration::from_secs(at.max(0) as u64).saturating_sub(now);
    Some(wait.min(RETRY_AFTER_MAX))
}

/// Seconds since 1970 of an HTTP-date in one of the three forms of RFC 9110 section 5.6.7, which
/// all mean UTC. None for anything else, and for a day or time that does not exist.
fn http_date(text: &str, now: i64) -> Option<i64> {
    let parts: Vec<&str> = text.split(' ').collect();
    let (day, month, year, time) = match parts[..] {
        [weekday, day, month, year, time, "GMT"] if weekday.ends_with(',') => {
            (digits(day, 2)?, month, digits(year, 4)?, time)
        }
        [weekday, date, time, "GMT"] if weekday.ends_with(',') => {
            let (day, rest) = date.split_once('-')?;
            let (month, year) = rest.split_once('-')?;
            // Two digits are the latest such year that is at most 50 years ahead.
            let latest = 1970 + now / 31_556_952 + 50;
            let year = latest - (latest - digits(year, 2)?) % 100;
            (digits(day, 2)?, month, year, time)
        }
        [_, month, "", day, time, year] => (digits(day, 1)?, month, digits(year, 4)?, time),
        [_, month, day, time, year] => (digits(day, 2)?, month, digits(year, 4)?, time),
        _ => return None,
    };
    let [hour, minute, second] = time.split(':').collect::<Vec<_>>()[..] else {
        return None;
    };
    let (hour, minute, second) = (digits(hour, 2)?, digits(minute, 2)?, digits(second, 2)?);
    let names = [
        "Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec",
    ];
    let month = names.iter().position(|name| *name == month)?;
    let is_leap = year % 4 == 0 && (year % 100 != 0 || year % 400 == 0);
    let february = if is_leap { 29 } else { 28 };
    let lengths = [31, february, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31];
    if day < 1 || day > lengths[month] || hour > 23 || minute > 59 || second > 59 {
        return None;
    }
    // 719,162 days lie between the first year and 1970.
    let past = year - 1;
    let days_before = past * 365 + past / 4 - past / 100 + past / 400 - 719_162;
    let days = days_before + lengths[..month].iter().sum::<i64>() + day - 1;
    Some(days * 86_400 + hour * 3_600 + minute * 60 + second)
}

fn digits(text: &str, count: usize) -> Option<i64> {
    let fits = text.len() == count && text.bytes().all(|byte| byte.is_ascii_digit());
    if fits {
        text.parse().ok()
    } else {
        None
    }
}`;
