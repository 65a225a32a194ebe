import { createPrivateKey, generateKeyPairSync, type KeyObject } from 'node:crypto'

/** A new private key on P-256, which every client of TLS takes. It takes about 0.1 ms. */
export function createCertificateKey(): KeyObject {
  return generateKeyPairSync('ec', { namedCurve: 'P-256' }).privateKey
}

/** The key as PEM (PKCS #8), the form that `node:tls` takes. */
export function writePrivateKey(privateKey: KeyObject): string {
  return privateKey.export({ type: 'pkcs8', format: 'pem' })
}

/** @throws Error of `node:crypto` for a text that is not a private key */
export function readPrivateKey(pem: string): KeyObject {
  return createPrivateKey(pem)
}
