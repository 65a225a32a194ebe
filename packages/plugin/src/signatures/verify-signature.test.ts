import assert from 'node:assert/strict'
import { createHmac } from 'node:crypto'
import { test } from 'node:test'
import fc from 'fast-check'
import { Problem } from '../errors.ts'
import type { SignatureScheme } from './signature-schemes.ts'
import { verifySignature, type SignatureOptions } from './verify-signature.ts'

interface Vector {
  readonly scheme: SignatureScheme
  readonly secret: string
  readonly headers: Readonly<Record<string, string>>
  readonly body: string
  readonly seconds: number
}

const stripeBody = '{"id":"evt_1","object":"event"}'
const stripeSecret = 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw'

const vectors: readonly Vector[] = [
  // https://docs.github.com/webhooks/using-webhooks/validating-webhook-deliveries, "Testing the webhook payload validation".
  {
    scheme: 'github',
    secret: "It's a Secret to Everybody",
    headers: { 'x-hub-signature-256': 'sha256=757107ea0eb2509fc211221cce984b8a37570b6d7586c22c46f4379c8b043e17' },
    body: 'Hello, World!',
    seconds: 0,
  },
  // https://docs.slack.dev/authentication/verifying-requests-from-slack, "A recipe for security".
  {
    scheme: 'slack',
    secret: '8f742231b10e8888abcd99yyyzzz85a5',
    headers: {
      'x-slack-request-timestamp': '1531420618',
      'x-slack-signature': 'v0=a2114d57b48eac39b9ad189dd8316235a7b4a8d21a10bd27519666489c69b503',
    },
    body:
      'token=xyzz0WbapA4vBCDEFasx0q6G&team_id=T1DC2JH3J&team_domain=testteamnow&channel_id=G8PSS9T3V' +
      '&channel_name=foobar&user_id=U2CERLKJA&user_name=roadrunner&command=%2Fwebhook-collect&text=' +
      '&response_url=https%3A%2F%2Fhooks.slack.com%2Fcommands%2FT1DC2JH3J%2F397700885554' +
      '%2F96rGlfmibIGlgcZRskXaIFfN&trigger_id=398738663015.47445629121.803a0bc887a14d10d2c447fce8b6703c',
    seconds: 1531420618,
  },
  // https://github.com/standard-webhooks/standard-webhooks, the vector that its libraries are tested with.
  {
    scheme: 'standard',
    secret: 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw',
    headers: {
      'webhook-id': 'msg_p5jXN8AQM9LWM0D4loKWxJek',
      'webhook-timestamp': '1614265330',
      'webhook-signature': 'v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE=',
    },
    body: '{"test": 2432232314}',
    seconds: 1614265330,
  },
  // Stripe publishes steps instead of a vector (https://docs.stripe.com/webhooks#verify-manually); these follow them.
  {
    scheme: 'stripe',
    secret: stripeSecret,
    headers: {
      'stripe-signature': `t=1492774577,v1=${createHmac('sha256', stripeSecret).update(`1492774577.${stripeBody}`).digest('hex')},v0=6ffbb59b`,
    },
    body: stripeBody,
    seconds: 1492774577,
  },
]

const requestOf = ({ headers }: Pick<Vector, 'headers'>, body: string | Uint8Array<ArrayBuffer>) =>
  new Request('http://host.test/hook', { method: 'POST', headers, body })

const optionsOf = ({ scheme, secret, seconds }: Vector, rest: Partial<SignatureOptions> = {}): SignatureOptions => ({
  scheme,
  secrets: [secret],
  now: new Date(seconds * 1000),
  ...rest,
})

const isRefused = (error: unknown) => error instanceof Problem && error.code === 'bad_request'
const verify = (vector: Vector, rest?: Partial<SignatureOptions>) =>
  verifySignature(requestOf(vector, vector.body), optionsOf(vector, rest))

for (const vector of vectors) {
  const { scheme, body, headers, seconds } = vector
  const hasTime = scheme !== 'github'

  test(`${scheme}: the published example is valid, and its body comes back as it was sent`, async () => {
    const delivery = await verify(vector)
    assert.equal(new TextDecoder().decode(delivery.body), body)
    assert.equal(delivery.sentAt?.getTime(), hasTime ? seconds * 1000 : undefined)
    assert.equal(delivery.id, headers['webhook-id'])
  })

  test(`${scheme}: a body in which any byte differs is refused`, async () => {
    const bytes = new TextEncoder().encode(body)
    const change = fc.tuple(fc.nat(bytes.length - 1), fc.integer({ min: 1, max: 255 }))
    await fc.assert(
      fc.asyncProperty(change, async ([at, difference]) => {
        const changed = bytes.with(at, (bytes[at] ?? 0) ^ difference)
        await assert.rejects(() => verifySignature(requestOf(vector, changed), optionsOf(vector)), isRefused)
      }),
    )
  })

  test(`${scheme}: a header that is missing, or in which any character differs, is refused`, async () => {
    for (const [name, value] of Object.entries(headers)) {
      const { [name]: _, ...others } = headers
      await assert.rejects(() => verifySignature(requestOf({ headers: others }, body), optionsOf(vector)), isRefused)
      for (const [at, old] of [...value].entries()) {
        if (scheme === 'stripe' && at >= value.indexOf(',v0=')) break
        const changed = value.slice(0, at) + (old === '1' ? '2' : '1') + value.slice(at + 1)
        const request = requestOf({ headers: { ...headers, [name]: changed } }, body)
        await assert.rejects(() => verifySignature(request, optionsOf(vector)), isRefused, `${name} ${at}`)
      }
    }
  })

  test(`${scheme}: the old and the new secret are both valid while one is replaced, and no other`, async () => {
    const other = 'whsec_C2FVsBQIhrscChlQIMV+b5sSYspob7oD'
    await verify(vector, { secrets: [other, vector.secret] })
    await assert.rejects(() => verify(vector, { secrets: [other] }), isRefused)
  })

  test(`${scheme}: a signature is valid within the tolerance, before and after; one without a time always`, async () => {
    const after = (difference: number) => ({ now: new Date((seconds + difference) * 1000) })
    for (const difference of [-300, 300]) await verify(vector, after(difference))
    if (!hasTime) {
      await verify(vector, after(999_999))
      return
    }
    for (const difference of [-301, 301]) await assert.rejects(() => verify(vector, after(difference)), isRefused)
    await assert.rejects(() => verify(vector, { ...after(11), tolerance: 10 }), isRefused)
  })

  test(`${scheme}: an empty secret, none and an endless tolerance are errors of the plugin`, async () => {
    for (const secrets of [[], [''], [vector.secret, ''], Array.from({ length: 11 }, () => vector.secret)]) {
      await assert.rejects(() => verify(vector, { secrets }), TypeError)
    }
    for (const tolerance of [-1, 3601, Number.NaN]) await assert.rejects(() => verify(vector, { tolerance }), TypeError)
  })
}

test('standard: a secret that is not base64 is an error of the plugin, since its key would be another one', async () => {
  const standard = vectors.find(({ scheme }) => scheme === 'standard')
  await assert.rejects(() => verify(standard!, { secrets: ['whsec_not base64!'] }), TypeError)
})

test('one of several signatures is enough, and more than 16 are refused unread', async () => {
  const standard = vectors.find(({ scheme }) => scheme === 'standard')
  const { headers } = standard!
  const signed = (signature: string) => ({ ...standard!, headers: { ...headers, 'webhook-signature': signature } })
  const valid = headers['webhook-signature'] ?? ''
  await verify(signed(`v1a,AAAA v1,AAAA ${valid}`))
  await assert.rejects(() => verify(signed(`${'v1,AAAA '.repeat(16)}${valid}`)), isRefused)
})

test('standard: an id with a dot is refused, since a part of the body could be passed off as an id and a time', async () => {
  const secret = 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw'
  const signature = createHmac('sha256', Buffer.from(secret.slice(6), 'base64'))
    .update('a.5.7.{}')
    .digest('base64')
  const signed = { 'webhook-id': 'a.5', 'webhook-timestamp': '7', 'webhook-signature': `v1,${signature}` }
  const options = { scheme: 'standard', secrets: [secret], now: new Date(7000) } as const
  await assert.rejects(() => verifySignature(requestOf({ headers: signed }, '{}'), options), isRefused)
})

test('a body that is signed and not JSON is refused when it is read as JSON', async () => {
  const [github] = vectors
  const delivery = await verify(github!)
  assert.throws(() => delivery.json(), isRefused)
})
