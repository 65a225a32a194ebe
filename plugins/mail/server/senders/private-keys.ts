import { generateKeyPair, randomUUID } from 'node:crypto'
import { promisify } from 'node:util'
import type { PluginContext } from '@host/plugin'

const generate = promisify(generateKeyPair)
const rsaBits = 2_048
const field = 'private_keys'

/** PKCS #8 in base 64. */
interface PrivateKeys {
  readonly ed25519: string
  readonly rsa: string
}

/** Columns of new keys. */
export interface SealedKeys {
  readonly seal: string
  readonly private_keys: string
  readonly ed25519_public: string
  readonly rsa_public: string
}

/** Makes an Ed25519 and an RSA key. Their private parts leave this function sealed only. */
export async function makeKeys(ctx: Pick<PluginContext, 'encrypt'>, orgId: string): Promise<SealedKeys> {
  const privateKeyEncoding = { type: 'pkcs8', format: 'der' } as const
  const publicKeyEncoding = { type: 'spki', format: 'der' } as const
  const [edwards, rsa] = await Promise.all([
    generate('ed25519', { privateKeyEncoding, publicKeyEncoding }),
    generate('rsa', { modulusLength: rsaBits, privateKeyEncoding, publicKeyEncoding }),
  ])
  const keys: PrivateKeys = {
    ed25519: edwards.privateKey.toString('base64'),
    rsa: rsa.privateKey.toString('base64'),
  }
  const seal = randomUUID()
  return {
    seal,
    private_keys: await ctx.encrypt(JSON.stringify(keys), { field, row: seal, orgId }),
    // RFC 8463 has the bare 32 bytes of the key, which end its SPKI form.
    ed25519_public: edwards.publicKey.subarray(-32).toString('base64'),
    rsa_public: rsa.publicKey.toString('base64'),
  }
}

/** @throws Error for a text that was altered or belongs elsewhere */
export async function openPrivateKeys(
  ctx: Pick<PluginContext, 'decrypt'>,
  orgId: string,
  row: Pick<SealedKeys, 'seal' | 'private_keys'>,
): Promise<PrivateKeys> {
  return JSON.parse(await ctx.decrypt(row.private_keys, { field, row: row.seal, orgId })) as PrivateKeys
}
