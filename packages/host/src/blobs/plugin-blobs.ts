import type { BlobFacts, BlobsService } from '@host/plugin'
import { requireKey, requirePrefix, type BlobName } from './blob-name.ts'
import type { BlobRow, BlobStore, StagedContent } from './blob-store.ts'

type Staged = Awaited<ReturnType<BlobsService['stage']>>

const mostListed = 1_000
const typeForm = /^[\u0021-\u007e](?:[\u0020-\u007e]{0,198}[\u0021-\u007e])?$/

/** The service `Blobs` of one plugin: it can't see the blobs of others. */
export function pluginBlobs(plugin: string, store: BlobStore): BlobsService {
  const at = (orgId: string, key: string) => {
    requireKey(key)
    requireWorkspace(orgId)
    return { orgId, plugin, name: key }
  }
  return Object.freeze<BlobsService>({
    async put(...[orgId, key, body, { type, signal }]) {
      requireBlob(body, type)
      return await store.put(at(orgId, key), body, { type, signal })
    },
    ...stagedBlobs(at, store),
    async requireRoom(orgId, bytes) {
      requireWorkspace(orgId)
      await store.requireRoom(orgId, bytes)
    },
    async get(orgId, key) {
      const row = await store.find(at(orgId, key))
      return row && Object.freeze({ ...factsOf(row), body: store.read(row) })
    },
    async facts(orgId, key) {
      const row = await store.find(at(orgId, key))
      return row && factsOf(row)
    },
    delete: async (orgId, key) => await store.delete(at(orgId, key)),
    async list(orgId, prefix, { limit, after = '' }) {
      requirePrefix(prefix)
      requirePrefix(after)
      requireWorkspace(orgId)
      if (!Number.isInteger(limit) || limit < 1 || limit > mostListed) {
        throw new TypeError(`The limit of a blob list must be 1 to ${mostListed}.`)
      }
      return Object.freeze((await store.list({ orgId, plugin, prefix, after, limit })).map(factsOf))
    },
  })
}

/** A plugin's staged bytes; it can place those alone that it was given itself. */
function stagedBlobs(
  at: (orgId: string, key: string) => BlobName,
  store: BlobStore,
): Pick<BlobsService, 'stage' | 'place' | 'placeAll' | 'discard'> {
  const known = new WeakMap<Staged, { readonly content: StagedContent; readonly orgId: string }>()
  const contentOf = (orgId: string, staged: Staged): StagedContent => {
    const found = known.get(staged)
    if (found?.orgId !== orgId) throw new TypeError('These bytes were not staged for this workspace.')
    return found.content
  }
  return {
    async stage(...[orgId, body, { type, signal }]) {
      requireWorkspace(orgId)
      requireBlob(body, type)
      const content = await store.stage(orgId, body, signal)
      const staged = Object.freeze<Staged>({ size: content.size, type })
      known.set(staged, { content, orgId })
      return staged
    },
    async place(orgId, key, staged) {
      return await store.place(at(orgId, key), contentOf(orgId, staged), staged.type)
    },
    async placeAll(orgId, blobs) {
      const places = blobs.map(({ key, staged }) => {
        return { ...at(orgId, key), staged: contentOf(orgId, staged), type: staged.type }
      })
      if (new Set(places.map(({ name }) => name)).size < places.length) {
        throw new TypeError('Each of several blobs needs a key of its own.')
      }
      const [first] = places
      if (first !== undefined) await store.placeAll({ orgId, plugin: first.plugin }, places)
    },
    async discard(staged) {
      const found = known.get(staged)
      if (found !== undefined) await store.discard(found.content)
    },
  }
}

function requireBlob(body: unknown, type: string): void {
  if (!typeForm.test(type)) throw new TypeError('A blob type must be a media type such as "image/png".')
  if (body instanceof Uint8Array || body instanceof ReadableStream) return
  throw new TypeError('A blob body must be a Uint8Array or a ReadableStream of Uint8Array.')
}

function requireWorkspace(orgId: string): void {
  if (typeof orgId !== 'string' || orgId === '') throw new TypeError('A blob needs a workspace ID.')
}

function factsOf({ key, size, type, changedAt }: BlobRow): BlobFacts {
  return Object.freeze({ key, size, type, changedAt })
}
