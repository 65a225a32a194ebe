import { createHmac, createPublicKey, generateKeyPairSync, sign, type KeyObject } from 'node:crypto'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { startSecureServer } from './secure-server.ts'

/** How a token is signed: properly, or as an attacker would. */
export type Signing = 'RS256' | 'none' | 'HS256'

/** Replacement for the correct answer of a scripted provider at one path. */
export type Fault = (request: IncomingMessage, response: ServerResponse) => void

/** A provider that answers as a test defines, including dishonestly. */
export interface ScriptedProvider extends AsyncDisposable {
  readonly issuer: string
  readonly address: string
  readonly clientId: string
  readonly clientSecret: string
  readonly connections: number
  /** Claims that the next tokens have besides, or instead. */
  claims: Readonly<Record<string, unknown>>
  signing: Signing
  /** Additional metadata. */
  metadata: Readonly<Record<string, unknown>>
  /** By path, such as `/token`. */
  readonly faults: Map<string, Fault>
  /** Signs with another key; the one before is published no more. */
  rotateKeys(): void
  /** Signs with a key that is published nowhere. */
  forgeKey(): void
  /** How often each path was asked for. */
  readonly asked: Map<string, number>
}

interface Key {
  readonly id: string
  readonly privateKey: KeyObject
}

export async function startScriptedProvider(): Promise<ScriptedProvider> {
  const server = await startSecureServer()
  const nonces = new Map<string, string>()
  const provider = {
    issuer: server.origin,
    address: server.address,
    clientId: 'host',
    clientSecret: 'a secret of the laboratory',
    get connections() {
      return server.connections
    },
    claims: {},
    signing: 'RS256' as Signing,
    metadata: {},
    faults: new Map<string, Fault>(),
    asked: new Map<string, number>(),
    rotateKeys() {
      signing = newKey()
      published = signing
    },
    forgeKey() {
      signing = { ...newKey(), id: published.id }
    },
    [Symbol.asyncDispose]: () => server[Symbol.asyncDispose](),
  }
  let published = newKey()
  let signing = published

  const pages: Readonly<Record<string, Page>> = {
    '/.well-known/openid-configuration': (_request, response) => send(response, metadataOf(provider)),
    '/jwks': (_request, response) => send(response, { keys: [publicJwk(published)] }),
    '/authorize'(request, response) {
      const query = new URL(request.url ?? '', server.origin).searchParams
      const code = `code-${nonces.size + 1}`
      nonces.set(code, query.get('nonce') ?? '')
      const back = new URL(query.get('redirect_uri') ?? '')
      back.searchParams.set('code', code)
      back.searchParams.set('state', query.get('state') ?? '')
      response.writeHead(303, { location: back.href }).end()
    },
    async '/token'(request, response) {
      const code = new URLSearchParams(await bodyOf(request)).get('code') ?? ''
      const claims = { ...usualClaims(provider), nonce: nonces.get(code), ...provider.claims }
      const idToken = tokenOf(claims, provider.signing, signing)
      send(response, { access_token: 'an access token', token_type: 'Bearer', id_token: idToken })
    },
  }
  server.listener = listen(provider, pages)
  return provider
}

type Page = (request: IncomingMessage, response: ServerResponse) => void | Promise<void>

/** Answers with a page, or with the fault that stands in its place, and counts. */
function listen(
  { issuer, asked, faults }: Pick<ScriptedProvider, 'issuer' | 'asked' | 'faults'>,
  pages: Readonly<Record<string, Page>>,
): (request: IncomingMessage, response: ServerResponse) => void {
  return (request, response) => {
    const { pathname } = new URL(request.url ?? '', issuer)
    asked.set(pathname, (asked.get(pathname) ?? 0) + 1)
    const page: Page | undefined = faults.get(pathname) ?? pages[pathname]
    if (page === undefined) response.writeHead(404).end()
    else void page(request, response)
  }
}

function usualClaims({ issuer, clientId }: Pick<ScriptedProvider, 'issuer' | 'clientId'>): object {
  const now = Math.floor(Date.now() / 1000)
  return { iss: issuer, aud: clientId, sub: 'ada', iat: now, exp: now + 300 }
}

function metadataOf({ issuer, metadata }: Pick<ScriptedProvider, 'issuer' | 'metadata'>): object {
  return {
    issuer,
    authorization_endpoint: `${issuer}/authorize`,
    token_endpoint: `${issuer}/token`,
    jwks_uri: `${issuer}/jwks`,
    id_token_signing_alg_values_supported: ['RS256', 'HS256', 'none'],
    ...metadata,
  }
}

function send(response: ServerResponse, value: unknown): void {
  response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(value))
}

async function bodyOf(request: IncomingMessage): Promise<string> {
  let text = ''
  for await (const piece of request) text += String(piece)
  return text
}

let keys = 0

function newKey(): Key {
  keys += 1
  return { id: `key-${keys}`, privateKey: generateKeyPairSync('rsa', { modulusLength: 2048 }).privateKey }
}

function publicJwk({ id, privateKey }: Key): object {
  return { ...createPublicKey(privateKey).export({ format: 'jwk' }), kid: id, use: 'sig', alg: 'RS256' }
}

function tokenOf(claims: object, alg: Signing, { id, privateKey }: Key): string {
  const encode = (value: object): string => Buffer.from(JSON.stringify(value)).toString('base64url')
  const body = `${encode({ alg, kid: id, typ: 'JWT' })}.${encode(claims)}`
  if (alg === 'none') return `${body}.`
  if (alg === 'RS256') return `${body}.${sign('sha256', Buffer.from(body), privateKey).toString('base64url')}`
  // The public key as the secret of a shared-secret algorithm, which a careless verifier would accept.
  const secret = createPublicKey(privateKey).export({ type: 'spki', format: 'pem' })
  return `${body}.${createHmac('sha256', secret).update(body).digest('base64url')}`
}
