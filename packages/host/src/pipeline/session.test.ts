import assert from 'node:assert/strict'
import { test } from 'node:test'
import { sessionCookieName } from '../http/cookies.ts'
import { readCookie } from '../http/cookies.ts'

test('a cookie is found wherever it stands, by its whole name', () => {
  for (const header of ['s=1', 'a=2; s=1', 's=1; a=2', 'a=2;s=1;b=3', ' s=1', 'xs=3; s=1; sx=4']) {
    assert.equal(readCookie(header, 's'), '1', header)
  }
  for (const header of ['', 'xs=1', 'sx=1', 'a=s=1', 's', 'S=1']) {
    assert.equal(readCookie(header, 's'), undefined, header)
  }
  assert.equal(readCookie('s=a=b', 's'), 'a=b')
})

test('§5.1 a cookie that is there twice is not believed', () => {
  assert.equal(readCookie('s=1; s=2', 's'), undefined)
  assert.equal(readCookie('s=1; a=2; s=1', 's'), undefined)
})

test('§5.1 over TLS the cookie has the name that only this host can set', () => {
  assert.equal(sessionCookieName(true), '__Host-session')
  assert.equal(sessionCookieName(false), 'host_session')
})
