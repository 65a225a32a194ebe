import { limits, type EncryptionContext } from '@host/plugin'
import type { EncryptionService } from '@host/plugin/platform'
import type { Place, Vault } from './vault.ts'

/** Creates the service `Encryption`, which provides `ctx.encrypt` and `ctx.decrypt` of every plugin. */
export function encryptionService(vault: Vault): EncryptionService {
  return Object.freeze<EncryptionService>({
    encrypt: async (plugin, value, context) => {
      if (typeof value !== 'string') throw new TypeError('ctx.encrypt needs a string.')
      if (Buffer.byteLength(value) > limits.sealedValue) {
        throw new RangeError(`ctx.encrypt accepts at most ${limits.sealedValue} bytes; store larger values elsewhere.`)
      }
      return await vault.seal(value, placeOf(plugin, context))
    },
    decrypt: async (plugin, value, context) => {
      if (typeof value !== 'string') throw new TypeError('ctx.decrypt needs a string that ctx.encrypt returned.')
      return (await vault.open(value, placeOf(plugin, context))).toString()
    },
  })
}

function placeOf(plugin: string, { orgId, field, row }: EncryptionContext): Place {
  return { orgId: orgId ?? undefined, plugin, field, row }
}
