import assert from 'node:assert/strict'
import { test } from 'node:test'
import { Accounts, AuditLog, SignIn } from '@host/plugin/platform'
import { testDatabases } from '@host/host/testing/database/test-databases'
import { openSignInLab, password, publicUrl, type Browser, type Got, type SignInLab } from './sign-in-lab.ts'

const owner = 'owner@host.test'
const answer = ({ status, code }: Got) => [status, code]
const byNumber = (a: number, b: number): number => a - b

/** A browser that has to send the second factor of a user. */
async function waiting(lab: SignInLab, email = owner): Promise<Browser> {
  const browser = lab.browser()
  const { body } = await browser.send('POST', '/api/auth/login', { email, password })
  assert.equal(body['status'], 'second_factor', JSON.stringify(body))
  return browser
}

const give = (browser: Browser, code: string, method = 'totp') =>
  browser.send('POST', '/api/auth/login/second-factor', { method, code })

for (const product of testDatabases) {
  test(`§I19 on ${product.name}: an app of another maker signs in, and a code counts once`, async () => {
    await using lab = await openSignInLab(product)
    const { secret } = await lab.enrol(await lab.withPassword(owner))
    const browser = await waiting(lab)
    assert.equal((await browser.send('GET', '/api/auth/me')).status, 401)
    const code = lab.codeOf(secret)
    assert.equal((await give(browser, code)).status, 200)
    assert.equal((await browser.send('GET', '/api/auth/me')).status, 200)
    assert.deepEqual(answer(await give(await waiting(lab), code)), [401, 'invalid_code'])
    // Nor is the previous code valid, although it was never used.
    assert.deepEqual(answer(await give(await waiting(lab), lab.codeOf(secret, -1))), [401, 'invalid_code'])
    assert.equal((await give(await waiting(lab), lab.codeOf(secret, 1))).status, 200)
  })

  test(`§I19 on ${product.name}: of one code that is used many times at once, one use counts`, async () => {
    await using lab = await openSignInLab(product)
    const { secret } = await lab.enrol(await lab.withPassword(owner))
    const browsers = await Promise.all([1, 2, 3, 4].map(() => waiting(lab)))
    const code = lab.codeOf(secret)
    const answers = await Promise.all(browsers.map((browser) => give(browser, code)))
    assert.deepEqual(answers.map(({ status }) => status).toSorted(byNumber), [200, 401, 401, 401])
  })

  test(`§I19 on ${product.name}: a recovery code counts once, also at once, and however it is typed`, async () => {
    await using lab = await openSignInLab(product)
    const { recoveryCodes } = await lab.enrol(await lab.withPassword(owner))
    assert.equal(new Set(recoveryCodes).size, 10)
    assert.ok(recoveryCodes.every((code) => /^([0-9a-hjkmnp-tv-z]{4}-){3}[0-9a-hjkmnp-tv-z]{4}$/.test(code)))
    const [first = '', second = ''] = recoveryCodes
    const browsers = await Promise.all([waiting(lab), waiting(lab), waiting(lab)])
    const answers = await Promise.all(browsers.map((browser) => give(browser, first, 'recovery')))
    assert.deepEqual(answers.map(({ status }) => status).toSorted(byNumber), [200, 401, 401])
    const typed = second.toUpperCase().replaceAll('-', ' ')
    assert.equal((await give(await waiting(lab), typed, 'recovery')).status, 200)
    const browser = browsers[answers.findIndex(({ status }) => status === 200)]
    assert.equal((await browser?.send('GET', '/api/auth/security'))?.body['recoveryCodesLeft'], 8)
  })

  test(`§I19 on ${product.name}: six digits are guessed five times, over all browsers and challenges`, async () => {
    await using lab = await openSignInLab(product)
    const { secret, recoveryCodes } = await lab.enrol(await lab.withPassword(owner))
    const guesses: Got[] = []
    for (const round of ['a', 'b', 'c']) {
      const browser = await waiting(lab)
      const codes = ['000000', '111111', '222222'].map((code) => (round === 'c' ? '333333' : code))
      guesses.push(...(await Promise.all(codes.map((code) => give(browser, code)))))
    }
    const codes = guesses.map(({ code }) => code)
    assert.equal(codes.filter((code) => code === 'invalid_code').length, 5)
    assert.equal(codes.filter((code) => code === 'too_many_requests').length, 4)
    const refused = await give(await waiting(lab), lab.codeOf(secret))
    assert.deepEqual(answer(refused), [429, 'too_many_requests'])
    assert.match(refused.headers.get('retry-after') ?? '', /^\d+$/)
    // Guessing codes must not lock the owner out.
    assert.equal((await give(await waiting(lab), recoveryCodes[0] ?? '', 'recovery')).status, 200)
  })
}

test('a challenge is heard five times and for ten minutes, and only in the browser that it was given to', async () => {
  await using lab = await openSignInLab()
  const { secret } = await lab.enrol(await lab.withPassword(owner))
  assert.deepEqual(answer(await give(lab.browser(), lab.codeOf(secret))), [401, 'challenge_expired'])
  const late = await waiting(lab)
  assert.match(late.cookie('__Host-challenge') ?? '', /^[\w-]{43}$/)
  lab.host.clock.advance({ minutes: 10 })
  assert.deepEqual(answer(await give(late, lab.codeOf(secret))), [401, 'challenge_expired'])
  const tired = await waiting(lab)
  for (let tries = 0; tries < 5; tries += 1) await give(tired, 'no such code', 'recovery')
  assert.deepEqual(answer(await give(tired, lab.codeOf(secret))), [401, 'challenge_expired'])
})

test('a passkey that the page offers meanwhile takes no place of the second factor, nor this one of it', async () => {
  await using lab = await openSignInLab()
  const { secret } = await lab.enrol(await lab.withPassword(owner))
  const browser = await waiting(lab)
  const asked = () => [browser.cookie('__Host-challenge'), browser.cookie('__Host-passkey')]
  const [begun, none] = asked()
  assert.equal(none, undefined)
  assert.equal((await browser.send('POST', '/api/auth/login/passkey/options')).status, 200)
  const [kept, offered] = asked()
  assert.equal(kept, begun)
  assert.match(offered ?? '', /^[\w-]{43}$/)
  // Neither stands for the other.
  const swapped = lab.browser({ '__Host-challenge': offered ?? '', '__Host-passkey': begun ?? '' })
  assert.deepEqual(answer(await give(swapped, lab.codeOf(secret))), [401, 'challenge_expired'])
  assert.equal((await give(browser, lab.codeOf(secret))).status, 200)
})

test('the challenge of one account takes no code of another', async () => {
  await using lab = await openSignInLab()
  await lab.enrol(await lab.withPassword(owner))
  const { secret, recoveryCodes } = await lab.enrol(await lab.withPassword('admin@host.test'))
  const browser = await waiting(lab)
  assert.deepEqual(answer(await give(browser, lab.codeOf(secret))), [401, 'invalid_code'])
  assert.deepEqual(answer(await give(browser, recoveryCodes[0] ?? '', 'recovery')), [401, 'invalid_code'])
  assert.equal((await give(await waiting(lab, 'admin@host.test'), lab.codeOf(secret))).status, 200)
})

test('a session that the browser had before does not survive the second factor, and the token is a new one', async () => {
  await using lab = await openSignInLab()
  const browser = await lab.withPassword(owner)
  const { secret } = await lab.enrol(browser)
  const before = browser.cookie('__Host-session') ?? ''
  await browser.send('POST', '/api/auth/login', { email: owner, password })
  assert.equal((await give(browser, lab.codeOf(secret))).status, 200)
  assert.notEqual(browser.cookie('__Host-session'), before)
  const old = await lab.browser({ '__Host-session': before }).send('GET', '/api/auth/me')
  assert.equal(old.status, 401)
})

test('§I19 a second set-up never switches the active app off, and its own code is not a code until it is confirmed', async () => {
  await using lab = await openSignInLab()
  const browser = await lab.withPassword(owner)
  const { secret: active, recoveryCodes } = await lab.enrol(browser)
  const { body } = await browser.send('POST', '/api/auth/totp')
  const pending = String(body['secret'])
  assert.match(
    String(body['uri']),
    /^otpauth:\/\/totp\/host\.test:owner%40host\.test\?issuer=host\.test&secret=[A-Z2-7]{32}&/,
  )
  assert.deepEqual(answer(await browser.send('PUT', '/api/auth/totp', { code: lab.codeOf(active) })), [
    401,
    'invalid_code',
  ])
  assert.deepEqual(answer(await give(await waiting(lab), lab.codeOf(pending))), [401, 'invalid_code'])
  assert.equal((await give(await waiting(lab), lab.codeOf(active))).status, 200)
  lab.host.clock.advance({ seconds: 30 })
  const confirmed = await browser.send('PUT', '/api/auth/totp', { code: lab.codeOf(pending) })
  assert.equal(confirmed.status, 200)
  // The code that confirmed counts no more, neither do those of the app before, nor its recovery codes.
  for (const code of [lab.codeOf(pending), lab.codeOf(active, 1)]) {
    assert.deepEqual(answer(await give(await waiting(lab), code)), [401, 'invalid_code'])
  }
  assert.deepEqual(answer(await give(await waiting(lab), recoveryCodes[0] ?? '', 'recovery')), [401, 'invalid_code'])
  assert.equal((await give(await waiting(lab), lab.codeOf(pending, 1))).status, 200)
})

test('a set-up that waits longer than a quarter of an hour, or was never begun, confirms nothing', async () => {
  await using lab = await openSignInLab()
  const browser = await lab.withPassword(owner)
  assert.deepEqual(answer(await browser.send('PUT', '/api/auth/totp', { code: '123456' })), [409, 'conflict'])
  const { body } = await browser.send('POST', '/api/auth/totp')
  lab.host.clock.advance({ minutes: 15 })
  await browser.send('POST', '/api/auth/reauthenticate', { password })
  const late = await browser.send('PUT', '/api/auth/totp', { code: lab.codeOf(String(body['secret'])) })
  assert.deepEqual(answer(late), [409, 'conflict'])
})

test('switching a factor on or off ends the other sessions, and a sign-in that was under way', async () => {
  await using lab = await openSignInLab()
  const [browser, other] = [await lab.withPassword(owner), await lab.withPassword(owner)]
  const { secret } = await lab.enrol(browser)
  assert.equal((await other.send('GET', '/api/auth/me')).status, 401)
  const third = await waiting(lab)
  await give(third, lab.codeOf(secret))
  const underWay = await waiting(lab)
  assert.equal((await browser.send('DELETE', '/api/auth/totp')).status, 204)
  assert.equal((await third.send('GET', '/api/auth/me')).status, 401)
  assert.deepEqual(answer(await give(underWay, lab.codeOf(secret, 1))), [401, 'challenge_expired'])
  const { body } = await browser.send('GET', '/api/auth/security')
  assert.deepEqual([body['totp'], body['recoveryCodesLeft']], [{ isOn: false, since: null }, 0])
  assert.deepEqual(answer(await browser.send('DELETE', '/api/auth/totp')), [404, 'not_found'])
  assert.deepEqual(answer(await browser.send('POST', '/api/auth/recovery-codes')), [409, 'conflict'])
})

test('new recovery codes end the old ones', async () => {
  await using lab = await openSignInLab()
  const browser = await lab.withPassword(owner)
  const { recoveryCodes } = await lab.enrol(browser)
  const { body } = await browser.send('POST', '/api/auth/recovery-codes')
  const [next = ''] = body['recoveryCodes'] as readonly string[]
  assert.deepEqual(answer(await give(await waiting(lab), recoveryCodes[0] ?? '', 'recovery')), [401, 'invalid_code'])
  assert.equal((await give(await waiting(lab), next, 'recovery')).status, 200)
})

test('§I19 enabling, using, refusing and disabling are in the audit log', async () => {
  await using lab = await openSignInLab()
  const browser = await lab.withPassword(owner)
  const { secret } = await lab.enrol(browser)
  await give(await waiting(lab), '000000')
  await give(await waiting(lab), lab.codeOf(secret))
  await browser.send('POST', '/api/auth/recovery-codes')
  await browser.send('DELETE', '/api/auth/totp')
  const { items } = await lab.host.service(AuditLog).list(undefined, { limit: 200 })
  const actions = items.filter(({ action }) => /^(second_factor|recovery_codes)\./.test(action))
  assert.deepEqual(actions.map(({ action }) => action).toReversed(), [
    'second_factor.enabled',
    'second_factor.refused',
    'second_factor.used',
    'recovery_codes.renewed',
    'second_factor.disabled',
  ])
  assert.equal(JSON.stringify(items).includes(secret), false)
})

test('a sign-in whose password was right before the app was switched on does not slip past it', async () => {
  await using lab = await openSignInLab()
  const browser = await lab.withPassword(owner)
  const request = new Request(publicUrl)
  const { id: userId, accessEpoch } = await lab.host.service(Accounts).verifyPassword(request, owner, password)
  const signIn = lab.host.service(SignIn)
  const { secret } = await lab.enrol(browser)
  const step = await signIn.proceed(request, { userId, by: 'password', accessEpoch })
  assert.equal(step.status, 'second_factor')
  const [cookie = ''] = step.cookie.split(';')
  const [name = '', value = ''] = cookie.split('=')
  const late = lab.browser({ [name.replace('host_challenge', '__Host-challenge')]: value })
  assert.deepEqual(answer(await give(late, lab.codeOf(secret))), [401, 'invalid_credentials'])
})
