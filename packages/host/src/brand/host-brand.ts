/**
 * Name, color and logo of the instance: one small row that every process holds in memory, and one for the bytes of the logo,
 * which is read again only when the first one names another logo.
 */
import { createHash } from 'node:crypto'
import { isDeepStrictEqual } from 'node:util'
import { Problem, type Log } from '@host/plugin'
import type { Brand, BrandChanges, InstanceBrandService } from '@host/plugin/platform'
import { instanceOrgId } from '../request/instance-org-id.ts'
import type { Bus } from '../database/bus/bus.ts'
import { signedType } from '../uploads/file-signatures.ts'
import type { ChangeRecorder } from '../domain-changes/change-recorder.ts'
import type { SilentChange } from '../domain-changes/domain-change.ts'
import { colorOf } from '../identity/workspaces/color.ts'
import { RowFollower } from '../settings/row-follower.ts'
import type { SettingsPlace } from '../settings/settings-place.ts'
import { untilReplaced, type ReplaceableRows } from '../settings/until-replaced.ts'

/** Dependencies of the brand. */
export interface HostBrandOptions {
  readonly store: ReplaceableRows
  readonly recorder: ChangeRecorder<SilentChange>
  readonly bus: Bus
  readonly log: Log
}

/** A logo, ready to be sent. */
export interface BrandLogo {
  readonly path: string
  readonly type: string
  readonly bytes: Uint8Array
}

const place: SettingsPlace = { orgId: instanceOrgId, owner: 'brand', plugin: 'host' }
const logoPlace: SettingsPlace = { orgId: instanceOrgId, owner: 'brand.logo', plugin: 'host' }
/** As large as a workspace's. */
const largestLogo = 64_000
const logoTypes: ReadonlySet<string> = new Set(['image/png', 'image/jpeg', 'image/webp'])

/** The folder of the logo, whose address names its content. */
export const logoFolder = '/brand/'

const plain: Brand = Object.freeze({ name: null, accent: null, logo: null })

export class HostBrand implements InstanceBrandService {
  readonly #options: HostBrandOptions
  readonly #follower: RowFollower
  #current: Brand = plain
  #logo: BrandLogo | undefined

  constructor(options: HostBrandOptions) {
    const { bus, log } = options
    this.#options = options
    this.#follower = new RowFollower({ bus, topic: 'brand', log, read: () => this.#read() })
  }

  current(): Brand {
    return this.#current
  }

  /** The logo; undefined for that of the product. */
  get logo(): BrandLogo | undefined {
    return this.#logo
  }

  async change({ name, accent }: BrandChanges): Promise<Brand> {
    return await this.#save((before) => ({
      ...before,
      ...(name !== undefined && { name: name?.trim() || null }),
      ...(accent !== undefined && { accent: accent === null ? null : colorOf(accent) }),
    }))
  }

  async changeLogo(bytes: Uint8Array | null): Promise<Brand> {
    if (bytes === null) return await this.#save((before) => ({ ...before, logo: null }))
    if (bytes.length === 0 || bytes.length > largestLogo || !logoTypes.has(signedType(bytes) ?? '')) throw noLogo()
    const logo = `${logoFolder}${createHash('sha256').update(bytes).digest('base64url').slice(0, 27)}`
    return await this.#save(
      (before) => ({ ...before, logo }),
      () => this.#storeLogo(logo, bytes),
    )
  }

  /** @returns a function that stops following */
  async start(): Promise<() => Promise<void>> {
    return await this.#follower.start()
  }

  async #save(change: (before: Brand) => Brand, beside: () => Promise<void> = async () => undefined): Promise<Brand> {
    const { store, recorder } = this.#options
    let after = plain
    let isChanged = false
    await untilReplaced(store, place, async ({ plain: stored }) => {
      const before = brandOf(stored)
      after = change(before)
      isChanged = !isDeepStrictEqual(before, after)
      if (!isChanged) return undefined
      const changed = { kind: 'brand.changed', before, after } as const
      return {
        next: { plain: { ...after }, sealed: {} },
        beside: async () => {
          await beside()
          await recorder.record(changed)
        },
      }
    })
    if (isChanged) await this.#follower.changed()
    return after
  }

  /** As a part of the transaction that names it. */
  async #storeLogo(logo: string, bytes: Uint8Array): Promise<void> {
    const { store } = this.#options
    const { revision } = await store.read(logoPlace)
    const next = { plain: { logo, data: Buffer.from(bytes).toString('base64') }, sealed: {} }
    if (!(await store.replace(logoPlace, { revision, next, beside: async () => undefined }))) {
      throw new Problem('conflict')
    }
  }

  async #read(): Promise<void> {
    const next = brandOf((await this.#options.store.read(place)).plain)
    if (next.logo !== (this.#logo?.path ?? null)) {
      this.#logo = next.logo === null ? undefined : await this.#readLogo(next.logo)
    }
    if (!isDeepStrictEqual(next, this.#current)) this.#current = Object.freeze(next)
  }

  async #readLogo(path: string): Promise<BrandLogo | undefined> {
    const { logo, data } = (await this.#options.store.read(logoPlace)).plain
    if (logo !== path || typeof data !== 'string') return undefined
    const bytes = Uint8Array.from(Buffer.from(data, 'base64'))
    return Object.freeze({ path, bytes, type: signedType(bytes) ?? 'application/octet-stream' })
  }
}

function brandOf({ name, accent, logo }: Readonly<Record<string, unknown>>): Brand {
  const text = (value: unknown): string | null => (typeof value === 'string' ? value : null)
  return { name: text(name), accent: text(accent), logo: text(logo) }
}

function noLogo(): Problem {
  const message = {
    en: 'Choose a PNG, JPEG or WebP picture of at most 64 kB.',
    zh: '请选择不超过 64 kB 的 PNG、JPEG 或 WebP 图片。',
  }
  return new Problem('invalid_input', { errors: [{ path: 'data', message }] })
}
