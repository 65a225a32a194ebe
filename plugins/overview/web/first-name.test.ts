import { expect, test } from 'vitest'
import { firstName } from './first-name.ts'

test.each([
  ['Ada Lovelace', 'Ada'],
  [' Jean-Luc  Picard', 'Jean-Luc'],
  ['Élodie', 'Élodie'],
  ['王小明', '王小明'],
  ['王 小明', '王 小明'],
  ['김 민준', '김 민준'],
  ['', ''],
])('the user %s is greeted as %s', (name, greeted) => {
  expect(firstName(name)).toBe(greeted)
})
