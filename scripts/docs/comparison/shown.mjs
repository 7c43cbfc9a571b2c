// How the rows of the comparison say what holdoff does.

/** It does, and this test of this file shows it: named as in its source. */
export const yes = (file, test, text = 'yes') => ({ text, file, test });

/** In part, or in another way; told in words, with the test that shows so much. */
export const partly = (text, file, test) => ({ text, file, test });

/** It does not: others are better here. */
export const no = (text = 'no') => ({ text });
