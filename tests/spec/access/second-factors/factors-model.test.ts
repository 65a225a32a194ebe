/**
 * Random sequences of switching factors on and off, signing in, and repeating used proofs. After every step the server
 * must agree with the model, a way to sign in must exist, and a used proof must be invalid.
 */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { Accounts, Workspaces } from '@host/plugin/platform'
import { openSignInLab, password, publicUrl, type Browser, type SignInLab } from './sign-in-lab.ts'
import { SoftwareAuthenticator } from './software-authenticator.ts'

const steps = [
  'begin app',
  'confirm app',
  'confirm wrongly',
  'remove app',
  'add passkey',
  'remove passkey',
  'lose password',
  'sign in by password',
  'sign in by passkey',
  'use recovery code',
  'renew recovery codes',
] as const

type Step = (typeof steps)[number]

/** An account as it has to be. */
class Model {
  readonly lab: SignInLab
  readonly email: string
  browser: Browser
  hasPassword = true
  active: string | undefined
  pending: string | undefined
  pendingUntil = 0
  recoveryCodes: string[] = []
  readonly passkeys = new Map<string, SoftwareAuthenticator>()

  constructor(lab: SignInLab, email: string, browser: Browser) {
    this.lab = lab
    this.email = email
    this.browser = browser
  }

  async take(step: Step): Promise<void> {
    // Every step has a code of its own, and so few within a quarter of an hour that none is refused for their number.
    this.lab.host.clock.advance({ minutes: 4 })
    if (this.lab.host.clock.now() >= this.pendingUntil) this.pending = undefined
    await this.#prove()
    await this.#proveFactor(step)
    await this.#steps[step]()
    await this.#compare()
  }

  readonly #steps: Readonly<Record<Step, () => Promise<void>>> = {
    'begin app': async () => {
      const { body } = await this.#send('POST /api/auth/totp', 200)
      this.pending = String(body['secret'])
      this.pendingUntil = this.lab.host.clock.now() + 15 * 60_000
    },
    'confirm app': async () => {
      const code = this.pending === undefined ? '000000' : this.lab.codeOf(this.pending)
      const { body } = await this.#send('PUT /api/auth/totp', this.pending === undefined ? 409 : 200, { code })
      if (this.pending === undefined) return
      this.active = this.pending
      this.pending = undefined
      this.recoveryCodes = [...(body['recoveryCodes'] as readonly string[])]
    },
    'confirm wrongly': async () => {
      const code = this.active === undefined ? '000000' : this.lab.codeOf(this.active, 9)
      await this.#send('PUT /api/auth/totp', this.pending === undefined ? 409 : 401, { code })
    },
    'remove app': async () => {
      await this.#send('DELETE /api/auth/totp', this.active === undefined ? 404 : 204)
      if (this.active === undefined) return
      this.active = undefined
      this.pending = undefined
      this.#dropCodes()
    },
    'add passkey': async () => {
      const authenticator = new SoftwareAuthenticator(publicUrl)
      const { body } = await this.#send('POST /api/auth/passkeys/options', 200)
      const attestation = authenticator.create(body)
      const { body: added } = await this.#send('POST /api/auth/passkeys', 201, { name: 'Key', attestation })
      this.passkeys.set(String(added['id']), authenticator)
    },
    'remove passkey': async () => {
      const [id = 'pky_none'] = this.passkeys.keys()
      const isLast = !this.hasPassword && this.passkeys.size === 1
      const status = this.passkeys.size === 0 ? 404 : isLast ? 409 : 204
      await this.#send(`DELETE /api/auth/passkeys/${id}`, status)
      if (status === 204) this.passkeys.delete(id)
      this.#dropCodes()
    },
    'lose password': async () => {
      // Nothing offers that; an account that came through a provider and linked a passkey stands so.
      if (this.passkeys.size === 0) return
      await this.lab.withoutPassword(this.email)
      this.hasPassword = false
    },
    'sign in by password': async () => {
      if (this.active !== undefined) await this.#signIn('totp', this.lab.codeOf(this.active))
    },
    'sign in by passkey': async () => {
      const [authenticator] = this.passkeys.values()
      if (authenticator === undefined) return
      const browser = this.lab.browser()
      const { body } = await browser.send('POST', '/api/auth/login/passkey/options')
      const assertion = authenticator.get({
        ...body,
        allowCredentials: [{ id: authenticator.credentials[0]?.id ?? '' }],
      })
      const path = '/api/auth/login/passkey'
      assert.equal((await browser.send('POST', path, { assertion })).status, 200)
      assert.equal((await browser.send('POST', path, { assertion })).status, 401, 'an assertion counts once')
      this.browser = browser
    },
    'use recovery code': async () => {
      const code = this.recoveryCodes.pop()
      if (code === undefined) return
      if (this.hasPassword) await this.#signIn('recovery', code)
      else await this.#send('POST /api/auth/reauthenticate', 204, { code })
    },
    'renew recovery codes': async () => {
      const hasFactor = this.active !== undefined || this.passkeys.size > 0
      const { body } = await this.#send('POST /api/auth/recovery-codes', hasFactor ? 200 : 409)
      if (hasFactor) this.recoveryCodes = [...(body['recoveryCodes'] as readonly string[])]
    },
  }

  /** Signs in with a code, and checks that the same code can't be used again. */
  async #signIn(method: string, code: string): Promise<void> {
    if (!this.hasPassword) return
    for (const status of [200, 401]) {
      const browser = this.lab.browser()
      const { body } = await browser.send('POST', '/api/auth/login', { email: this.email, password })
      assert.equal(body['status'], 'second_factor')
      assert.equal((await browser.send('GET', '/api/auth/me')).status, 401, 'half a sign-in is none')
      const got = await browser.send('POST', '/api/auth/login/second-factor', { method, code })
      assert.equal(got.status, status, `${method} ${JSON.stringify(got.body)}`)
      if (status === 200) this.browser = browser
    }
  }

  /** Changing factors requires a proof by the factor itself, if the account has it. */
  async #proveFactor(step: Step): Promise<void> {
    const isOfApp = step.endsWith(' app') || step === 'confirm wrongly'
    if (!isOfApp && !step.endsWith(' passkey') && step !== 'renew recovery codes') return
    if (step === 'sign in by passkey') return
    const byApp = this.active !== undefined && (isOfApp || this.passkeys.size === 0)
    if (byApp) {
      const code = this.lab.codeOf(this.active ?? '')
      await this.#send('POST /api/auth/reauthenticate', 204, { code })
    } else if (this.passkeys.size > 0 && this.hasPassword) {
      await this.#provePasskey()
    }
  }

  async #prove(): Promise<void> {
    if (this.hasPassword) return void (await this.#send('POST /api/auth/reauthenticate', 204, { password }))
    await this.#provePasskey()
  }

  async #provePasskey(): Promise<void> {
    const { body } = await this.#send('POST /api/auth/reauthenticate/options', 200)
    const [authenticator] = this.passkeys.values()
    const options = { ...(body['passkey'] as object), allowCredentials: [{ id: authenticator?.credentials[0]?.id }] }
    await this.#send('POST /api/auth/reauthenticate', 204, { assertion: authenticator?.get(options) })
  }

  async #compare(): Promise<void> {
    const { body } = await this.#send('GET /api/auth/security', 200)
    const passkeys = body['passkeys'] as readonly { id: string }[]
    assert.equal((body['totp'] as { isOn: boolean }).isOn, this.active !== undefined, 'the app')
    assert.deepEqual(
      passkeys.map(({ id }) => id),
      [...this.passkeys.keys()],
    )
    assert.equal(body['recoveryCodesLeft'], this.recoveryCodes.length, 'recovery codes')
    assert.equal(body['hasPassword'], this.hasPassword)
    assert.ok(this.hasPassword || passkeys.length > 0, 'there is a way to sign in')
  }

  /** Recovery codes go with the last second factor. */
  #dropCodes(): void {
    if (this.active === undefined && this.passkeys.size === 0) this.recoveryCodes = []
  }

  async #send(route: string, status: number, body?: object) {
    const [method = '', path = ''] = route.split(' ')
    const got = await this.browser.send(method, path, body)
    assert.equal(got.status, status, `${route}: ${JSON.stringify(got.body)}`)
    return got
  }
}

test('§I19 §I20 §I24 for any switches, uses and repeats in any order, an account keeps its invariants', async () => {
  await using lab = await openSignInLab()
  let count = 0
  await fc.assert(
    fc.asyncProperty(fc.array(fc.constantFrom(...steps), { minLength: 4, maxLength: 16 }), async (taken) => {
      count += 1
      const email = `model-${count}@host.test`
      const { id } = await lab.host.service(Accounts).create({ name: 'Model', email, password })
      await lab.host.service(Workspaces).create({ name: 'Model', ownerId: id })
      const model = new Model(lab, email, await lab.withPassword(email))
      for (const step of taken) await model.take(step)
    }),
    { numRuns: process.env['HOST_SOAK'] === '1' ? 500 : 20 },
  )
})
