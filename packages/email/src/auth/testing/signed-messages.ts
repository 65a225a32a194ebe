import { generateKeyPairSync, type KeyObject } from 'node:crypto'
import { dkimSign } from 'mailauth/lib/dkim/sign.js'

/** A key for signatures, with its record. */
export interface TestKey {
  readonly privateKey: KeyObject
  readonly record: string
}

export function rsaKey(modulusLength = 2_048): TestKey {
  const { privateKey, publicKey } = generateKeyPairSync('rsa', { modulusLength })
  return {
    privateKey,
    record: `v=DKIM1; k=rsa; p=${publicKey.export({ type: 'spki', format: 'der' }).toString('base64')}`,
  }
}

export interface SignOptions {
  readonly key: TestKey
  readonly domain: string
  readonly selector?: string
  readonly maxBodyLength?: number
  readonly expires?: Date
}

/** Puts a signature before a message. */
export async function signed(
  message: string,
  { key, domain, selector = 's', maxBodyLength, expires }: SignOptions,
): Promise<Buffer> {
  const privateKey = key.privateKey.export({ type: 'pkcs8', format: 'pem' })
  const limit = maxBodyLength === undefined ? {} : { maxBodyLength }
  // The types of `mailauth` want the members of `signatureData` beside it.
  const { signatures } = await dkimSign(message, {
    canonicalization: 'relaxed/relaxed',
    signTime: new Date('2025-07-01T00:00:00Z'),
    ...(expires === undefined ? {} : { expires }),
    signatureData: [{ signingDomain: domain, selector, privateKey, ...limit }],
  } as unknown as Parameters<typeof dkimSign>[1])
  return Buffer.concat([Buffer.from(signatures), Buffer.from(message)])
}
