/** A process that prints which modules of HTTPS a host without it loads, and then one with it: as JSON. */
import { registerHooks } from 'node:module'

const loaded: string[] = []
registerHooks({
  load(url, context, next) {
    loaded.push(url)
    return next(url, context)
  },
})

/** Modules of HTTPS that were loaded, without the tables, which every host has. */
function ofTls(): readonly string[] {
  const own = loaded.filter((url) => /\/host\/src\/tls\/|\/packages\/acme\//.test(url))
  return own
    .map((url) => url.replace(/^.*\//, ''))
    .filter((name) => !['models.ts', 'certificate-files.ts'].includes(name))
}

const ends: (() => unknown)[] = []
const context = { after: (end: () => unknown) => void ends.push(end) }
const { labHost } = await import('../lab-host.ts')
const plain = await labHost(context, [])
await plain.host.listen()
const without = ofTls()
const { certificateFiles } = await import('./tls-host.ts')
const { selfSigned } = await import('./self-signed.ts')
const { environment } = await certificateFiles(context, selfSigned(['app.lab.test']))
const secure = await labHost(context, [], { environment: { HOST_TLS_LISTEN: '127.0.0.1:0', ...environment } })
await secure.host.listen()
const urls = [plain.host.secureUrl ?? null, typeof secure.host.secureUrl]
process.stdout.write(`${JSON.stringify({ without, with: ofTls(), urls })}\n`)
for (const end of ends.toReversed()) await end()
