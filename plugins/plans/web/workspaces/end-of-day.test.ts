import { expect, test } from 'vitest'
import { endOfDay } from './end-of-day.ts'

test.for([
  ['2027-03-01', 'UTC', '2027-03-01T23:59:59.999Z'],
  ['2027-03-01', 'Asia/Shanghai', '2027-03-01T15:59:59.999Z'],
  ['2027-03-01', 'America/New_York', '2027-03-02T04:59:59.999Z'],
  ['2027-03-14', 'America/New_York', '2027-03-15T03:59:59.999Z'],
  ['2027-11-07', 'America/New_York', '2027-11-08T04:59:59.999Z'],
  ['2027-10-02', 'Australia/Sydney', '2027-10-02T13:59:59.999Z'],
  ['2027-02-28', 'Pacific/Kiritimati', '2027-02-28T09:59:59.999Z'],
])('the end of %s in %s is %s', ([day = '', zone = '', end]) => {
  expect(endOfDay(day, zone)).toBe(end)
})
