import { checkPackage, createPackageFromTarballData } from '@arethetypeswrong/core'
import { publint } from 'publint'
import { formatMessage } from 'publint/utils'

/** A problem of the types as "Are the types wrong?" reports it. */
interface TypesProblem {
  readonly kind: string
  readonly resolutionKind?: string
  readonly entrypoint?: string
}

/**
 * The problems that users of a packed package would have: of its manifest, by publint, and of its types, by "Are the
 * types wrong?".
 */
export async function checkTarball(archive: Buffer): Promise<string[]> {
  const [ofManifest, ofTypes] = await Promise.all([manifestProblems(archive), typesProblems(archive)])
  return [...ofManifest, ...ofTypes]
}

async function manifestProblems(archive: Buffer): Promise<string[]> {
  const bytes = archive.buffer.slice(archive.byteOffset, archive.byteOffset + archive.byteLength) as ArrayBuffer
  const { messages, pkg } = await publint({ pack: { tarball: bytes }, strict: true })
  return messages.map((message) => `${formatMessage(message, pkg, { color: false }) ?? message.code} (publint)`)
}

async function typesProblems(archive: Buffer): Promise<string[]> {
  const { problems = [], entrypoints = {} } = { ...(await checkPackage(createPackageFromTarballData(archive))) } as {
    readonly problems?: readonly TypesProblem[]
    readonly entrypoints?: object
  }
  if (Object.keys(entrypoints).length === 0) return ['has no entry with types (attw)']
  return problems.filter(isAsked).map(({ kind, entrypoint = '', resolutionKind = '' }) => {
    return `${[kind, entrypoint, resolutionKind].filter((part) => part !== '').join(' ')} (attw)`
  })
}

/** Every package has ES modules only, so CommonJS and Node 10 are not asked. Style sheets have no types. */
function isAsked({ resolutionKind, entrypoint = '' }: TypesProblem): boolean {
  return resolutionKind !== 'node10' && resolutionKind !== 'node16-cjs' && !entrypoint.endsWith('.css')
}
