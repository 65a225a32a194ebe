/** The message of RFC 8463, Appendix A: one signature by Ed25519 and one by RSA, with their published keys. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { checkSender } from './check-sender.ts'
import { lookupOf } from './testing/zone.ts'

const lookup = lookupOf({
  'brisbane._domainkey.football.example.com': {
    TXT: ['v=DKIM1; k=ed25519; p=11qYAYKxCrfVS/7TyWQHOg7hcvPapiMlrwIaaPcHURo='],
  },
  'test._domainkey.football.example.com': {
    TXT: [
      'v=DKIM1; k=rsa; p=MIGfMA0GCSqGSIb3DQEBAQUAA4GNADCBiQKBgQDkHlOQoBTzWRiGs5V6NpP3idY6Wk08a5qhdR6wy5bdOKb2jLQiY/J16JYi0Qvx/byYzCNb3W91y3FutACDfzwQ/BC/e/8uBsCR+yz1Lxj+PL6lHvqMKrM3rG4hstT5QjvHO9PzoxZyVYLzBfO2EeC3Ip3G+2kryOTIKT+l/K4w3QIDAQAB',
    ],
  },
  '_dmarc.football.example.com': { TXT: ['v=DMARC1; p=reject'] },
})

const message = `DKIM-Signature: v=1; a=ed25519-sha256; c=relaxed/relaxed;
 d=football.example.com; i=@football.example.com;
 q=dns/txt; s=brisbane; t=1528637909; h=from : to :
 subject : date : message-id : from : subject : date;
 bh=2jUSOH9NhtVGCQWNr9BrIAPreKQjO6Sn7XIkfJVOzv8=;
 b=/gCrinpcQOoIfuHNQIbq4pgh9kyIK3AQUdt9OdqQehSwhEIug4D11Bus
 Fa3bT3FY5OsU7ZbnKELq+eXdp1Q1Dw==
DKIM-Signature: v=1; a=rsa-sha256; c=relaxed/relaxed;
 d=football.example.com; i=@football.example.com;
 q=dns/txt; s=test; t=1528637909; h=from : to : subject :
 date : message-id : from : subject : date;
 bh=2jUSOH9NhtVGCQWNr9BrIAPreKQjO6Sn7XIkfJVOzv8=;
 b=F45dVWDfMbQDGHJFlXUNB2HKfbCeLRyhDXgFpEL8GwpsRe0IeIixNTe3
 DhCVlUrSjV4BwcVcOF6+FF3Zo9Rpo1tFOeS9mPYQTnGdaSGsgeefOsk2Jz
 dA+L10TeYt9BgDfQNZtKdN1WO//KgIqXP7OdEFE4LjFYNcUxZQ4FADY+8=
From: Joe SixPack <joe@football.example.com>
To: Suzie Q <suzie@shopping.example.net>
Subject: Is dinner ready?
Date: Fri, 11 Jul 2003 21:00:37 -0700 (PDT)
Message-ID: <20030712040037.46341.5F8J@football.example.com>

Hi.

We lost the game.  Are you hungry yet?

Joe.
`.replaceAll('\n', '\r\n')

const check = (text: string) =>
  checkSender({
    bytes: Buffer.from(text),
    peer: '192.0.2.1',
    helo: 'mail.football.example.com',
    mailFrom: '',
    lookup,
    now: new Date('2025-07-01T00:00:00Z'),
    hostname: 'mx.example.org',
  })

test('both signatures of RFC 8463 pass, and are aligned', async () => {
  const { dkim, dmarc } = await check(message)
  assert.deepEqual(
    dkim.map(({ result, selector, algorithm, aligned }) => ({ result, selector, algorithm, aligned })),
    [
      { result: 'pass', selector: 'brisbane', algorithm: 'ed25519-sha256', aligned: true },
      { result: 'pass', selector: 'test', algorithm: 'rsa-sha256', aligned: true },
    ],
  )
  assert.deepEqual([dmarc.result, dmarc.policy, dmarc.domain], ['pass', 'reject', 'football.example.com'])
})

test('a changed word of the body or of a signed header fails both', async () => {
  const changes = [
    message.replace('lost', 'won'),
    message.replace('dinner', 'lunch'),
    message.replace('From: Joe', 'From: Jo'),
  ]
  const found = await Promise.all(changes.map(check))
  assert.deepEqual(
    found.map(({ dkim, dmarc }) => [...dkim.map(({ reason }) => reason), dmarc.result]),
    [
      ['body-changed', 'body-changed', 'fail'],
      ['headers-changed', 'headers-changed', 'fail'],
      ['headers-changed', 'headers-changed', 'fail'],
    ],
  )
})
