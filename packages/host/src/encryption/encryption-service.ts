import { limits, type EncryptionContext, type EncryptionService } from '@host/plugin'
import type { Place, Vault } from './vault.ts'

/** Creates the service `Encryption`, which provides `ctx.encrypt` and `ctx.decrypt` of every plugin. */
export function encryptionService(vault: Vault): EncryptionService {
  return Object.freeze<EncryptionService>({
    encrypt: async (plugin, value, context) => {
      if (typeof value !== 'string') throw new TypeError('ctx.encrypt takes a text.')
      if (Buffer.byteLength(value) > limits.sealedValue) {
        throw new RangeError(`ctx.encrypt takes at most ${limits.sealedValue} bytes; store larger values as a blob.`)
      }
      return await vault.seal(value, placeOf(plugin, context))
    },
    decrypt: async (plugin, value, context) => {
      if (typeof value !== 'string') throw new TypeError('ctx.decrypt takes a text that ctx.encrypt gave.')
      return (await vault.open(value, placeOf(plugin, context))).toString()
    },
  })
}

function placeOf(plugin: string, { orgId, field, row }: EncryptionContext): Place {
  return { orgId: orgId ?? undefined, plugin, field, row }
}
