import assert from 'node:assert/strict'
import { test } from 'node:test'
import { complaintAbout } from './password-rules.ts'

const email = 'ada.lovelace@example.test'
const refused = (password: string): boolean => complaintAbout(password, email) !== undefined

test('§I2 a password has 10 to 128 characters, counted as people count them', () => {
  assert.equal(refused('tea-house'), true)
  assert.equal(refused('tea-houses'), false)
  assert.equal(refused('风吹过山岗去看海了呀'), false)
  assert.equal(refused(`tea${'🍵'.repeat(125)}`), false)
  assert.equal(refused(`tea${'🍵'.repeat(126)}`), true)
})

for (const password of [
  'password',
  'Password123!',
  'p4ssw0rd2024',
  '!!welcome!!',
  'iloveyou1314',
  'correct horse battery staple',
  '1234567890',
  '9876543210',
  'qwertyuiop',
  '1q2w3e4r5t',
  'aaaaaaaaaa',
  '1212121212',
  'abcdabcdabcd',
  'trust-no-one',
]) {
  test(`§I2 a common password is refused: ${password}`, () => assert.equal(refused(password), true))
}

for (const password of ['welcome to the jungle gym', 'my dragon eats 7 plums', 'vB7#kkq2Lw0z', '8402 6613 0957']) {
  test(`§I2 an uncommon password is accepted: ${password}`, () => assert.equal(refused(password), false))
}

test("§I2 a password does not contain the e-mail's local part", () => {
  assert.equal(refused('xx Ada.Lovelace xx'), true)
  assert.notEqual(
    complaintAbout('\uFB01ona loves the sea', '\uFB01ona@example.test'),
    undefined,
    'however it is written',
  )
  assert.equal(complaintAbout('a perfectly fine one', 'a@example.test'), undefined)
})

test('the complaint comes in the language that was asked for', () => {
  assert.match(complaintAbout('short', email, 'zh') ?? '', /请使用 10 至 128 个字符/)
})
