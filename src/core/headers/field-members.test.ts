import { describe, expect, it } from 'vitest';
import { fieldMembers } from './field-members.js';

describe('the members of a field', () => {
  it.each([
    ['60', ['60']],
    ['60, 60', ['60', '60']],
    ['60,60', ['60', '60']],
    [' \t 60 ,\t, 120 ', ['60', '120']],
    ['', []],
    [',,,', []],
    ['Tue, 14 Nov 2023 22:14:20 GMT, 45', ['Tue, 14 Nov 2023 22:14:20 GMT', '45']],
    ['45, Tuesday, 14-Nov-23 22:14:20 GMT', ['45', 'Tuesday, 14-Nov-23 22:14:20 GMT']],
    ['wed, 1, thu, 2', ['wed, 1', 'thu, 2']],
    ['Tue Nov 14 22:14:20 2023, 45', ['Tue Nov 14 22:14:20 2023', '45']],
    ['Tue', ['Tue']],
    ['Tue,14 Nov', ['Tue,14 Nov']],
    ['Tuesdays, 1', ['Tuesdays', '1']],
    [
      ['60', ' 120', 'Tue, 14 Nov 2023 22:14:20 GMT'],
      ['60', '120', 'Tue, 14 Nov 2023 22:14:20 GMT'],
    ],
    [
      ['Tue', '5'],
      ['Tue', '5'],
    ],
  ] as [string | string[], string[]][])('of %j are %j', (value, members) => {
    expect(fieldMembers(value)).toEqual(members);
  });
});
