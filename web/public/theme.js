// Before the first paint, so that a chosen theme does not flash in the other one. A file of its own because the page's
// security policy allows no script within the document.
try {
  const theme = localStorage.getItem('holdoff-theme');
  if (theme === 'light' || theme === 'dark') document.documentElement.dataset.theme = theme;
} catch {
  // Storage may be forbidden; the system's theme then holds.
}
