/**
 * GitHub can't run in a test. A local server answers as its documentation says: the paths of a GitHub Enterprise
 * Server, the token endpoint that answers 200 with an error in the body, numeric user IDs, and the list of addresses of
 * which one is primary and verified.
 * https://docs.github.com/en/apps/oauth-apps/building-oauth-apps/authorizing-oauth-apps
 * https://docs.github.com/en/rest/users/users#get-the-authenticated-user
 * https://docs.github.com/en/rest/users/emails#list-email-addresses-for-the-authenticated-user
 */
import assert from 'node:assert/strict'
import { createHash } from 'node:crypto'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { test } from 'node:test'
import { startSecureServer, type SecureServer } from '../../lab/providers/secure-server.ts'
import { openRegistration } from './accounts.ts'
import { Browser, fromOwnPage } from './browser.ts'
import { addProvider, openSso } from './open-sso.ts'

const ada = { id: 583231, login: 'ada', name: 'Ada Lovelace', email: null }
const verified = { email: 'ada@corp.test', primary: true, verified: true, visibility: 'private' }

interface Script {
  user: unknown
  emails: unknown
}

/** Answers as GitHub does. */
function serveGitHub(server: SecureServer): Script {
  const script: Script = { user: ada, emails: [verified] }
  const challenges = new Map<string, string>()
  server.listener = (request, response) => void answer(request, response)
  async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const url = new URL(request.url ?? '', server.origin)
    if (url.pathname === '/login/oauth/authorize') {
      challenges.set('a code', url.searchParams.get('code_challenge') ?? '')
      const back = new URL(url.searchParams.get('redirect_uri') ?? '')
      back.searchParams.set('code', 'a code')
      back.searchParams.set('state', url.searchParams.get('state') ?? '')
      return void response.writeHead(302, { location: back.href }).end()
    }
    if (url.pathname === '/login/oauth/access_token') {
      const form = new URLSearchParams(await bodyOf(request))
      const challenge = createHash('sha256')
        .update(form.get('code_verifier') ?? '')
        .digest('base64url')
      const isRight = form.get('client_secret') === 'a secret' && challenge === challenges.get(form.get('code') ?? '')
      const refusal = { error: 'bad_verification_code', error_description: 'The code passed is incorrect or expired.' }
      const token = {
        access_token: 'gho_16C7e42F292c6912E7710c838347Ae178B4a',
        scope: 'read:user,user:email',
        token_type: 'bearer',
      }
      return send(response, isRight ? token : refusal)
    }
    if (!request.headers.authorization?.startsWith('Bearer gho_')) return void response.writeHead(401).end('{}')
    if (url.pathname === '/api/v3/user') return send(response, script.user)
    if (url.pathname === '/api/v3/user/emails') return send(response, script.emails)
    response.writeHead(404).end('{}')
  }
  return script
}

const begin = '/auth/begin/github'
const client = { clientId: 'Iv1.8a61f9b3a7aba766', clientSecret: 'a secret' }

test('§I21 GitHub says who a user is by its API, and the verified primary address', async () => {
  await using server = await startSecureServer()
  const script = serveGitHub(server)
  await using host = await openSso(server.address)
  await addProvider(host, { issuer: server.origin, ...client }, { key: 'github', kind: 'github' })
  const member = await Browser.of(host, 'member@host.test')
  assert.equal(await member.signIn(`${begin}?link=1`, fromOwnPage), '/admin/settings/security')
  const browser = new Browser(host)
  assert.equal(await browser.signIn(begin), '/admin')
  assert.equal((await browser.me())?.user.id, host.userIds.member)

  await openRegistration(host)
  script.user = { ...ada, id: 2, email: 'public@evil.example' }
  for (const emails of [
    [{ ...verified, verified: false }],
    [{ ...verified, primary: false }],
    [],
    { message: 'Requires authentication' },
    [null, 'text'],
  ]) {
    script.emails = emails
    assert.equal(await new Browser(host).signIn(begin), '/login?error=sso_no_email', JSON.stringify(emails))
  }
  for (const user of [{ ...ada, id: '583231' }, { ...ada, id: 1.5 }, {}, null]) {
    script.user = user
    assert.equal(await new Browser(host).signIn(begin), '/login?error=sso_failed', JSON.stringify(user))
  }
})

test('§I21 a refusal that GitHub answers with 200 is one', async () => {
  await using server = await startSecureServer()
  serveGitHub(server)
  await using host = await openSso(server.address)
  const wrong = { issuer: server.origin, ...client, clientSecret: 'another' }
  await addProvider(host, wrong, { key: 'github', kind: 'github' })
  assert.equal(await new Browser(host).signIn(begin), '/login?error=sso_failed')
})

function send(response: ServerResponse, value: unknown): void {
  response.writeHead(200, { 'content-type': 'application/json; charset=utf-8' }).end(JSON.stringify(value))
}

async function bodyOf(request: IncomingMessage): Promise<string> {
  let text = ''
  for await (const piece of request) text += String(piece)
  return text
}
