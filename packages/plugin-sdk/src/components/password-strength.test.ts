import { expect, it } from 'vitest'
import { passwordStrength } from './password-strength.ts'

it.each([
  ['', 0],
  ['short', 0],
  ['aaaaaaaaaaaaaaaa', 1],
  ['Password123456', 1],
  ['kettle-moon', 2],
  ['kettle-moon-otter', 3],
  ['kettle-moon-otter-9-Lamp', 4],
  ['正确的马电池订书钉组合', 4],
])('rates %j as %d', (password, strength) => {
  expect(passwordStrength(password)).toBe(strength)
})
