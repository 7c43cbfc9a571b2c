import { describe, expect, it } from 'vitest';
import { formatNumber } from '../../core/text/format-number.js';
import { formatShare } from '../../core/text/format-share.js';
import { formatWait } from '../../core/text/format-time.js';
import { estimateText } from './estimate-text.js';

describe('a mean with its interval', () => {
  it.each([
    ['in the digits of the mean, rounded up', 1.944, 0.0201, formatNumber, '1.94 ± 0.03'],
    ['in its unit', 59_980, 51.6, formatWait, '60.0 s ± 0.1 s'],
    ['grouped like it', 70_057, 1158.2, formatNumber, '70,057 ± 1,159'],
    ['where the mean is a share', 0.5, 0.00051, formatShare, '50.0 % ± 0.1 %'],
    ['that is wider than the mean', 1.94, 3.96, formatNumber, '1.94 ± 3.96'],
    ['left out where it does not show', 252_000, 1.47, formatWait, '4.2 min'],
    ['left out where it is what rounding left of nothing', 0.66, 1e-16, formatShare, '66.0 %'],
    ['left out where it is nothing', 64, 0, formatNumber, '64'],
    ['with one run', 64, null, formatNumber, '64'],
    [
      'where the mean has more digits, since it is close to the end',
      0.999914,
      0.00002,
      formatShare,
      '99.9914 % ± 0.0020 %',
    ],
    ['where the mean has no digits to go by', 1e-7, 5e-8, formatShare, '1 in 10 million ± 1 in 20 million'],
  ])('%s', (_, mean, halfWidth, format, text) => {
    expect(estimateText({ mean, halfWidth, se: null, runs: 5 }, format)).toBe(text);
  });

  it('is a dash where no run has the figure', () => expect(estimateText(null, formatNumber)).toBe('–'));
});
