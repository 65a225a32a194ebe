import { Problem } from '@host/plugin'
import type { UploadLimits } from './upload-limits.ts'

/** The person and the workspace of an upload. */
export interface Uploader {
  readonly orgId: string
  readonly userId: string
}

const retryAfter = 2

const ofPerson = { en: 'You have too many uploads at once.', zh: '您同时进行的上传过多。' }
const ofWorkspace = { en: 'The workspace has too many uploads at once.', zh: '此工作区同时进行的上传过多。' }
const ofProcess = { en: 'The server has too many uploads at once.', zh: '服务器同时进行的上传过多。' }

/** Bounds how many uploads run at the same time, so that no person and no workspace holds all places. */
export class UploadSlots {
  readonly #limits: UploadLimits
  readonly #held = new Map<string, number>()
  #total = 0

  constructor(limits: UploadLimits) {
    this.#limits = limits
  }

  /** Takes a place. @throws Problem `overloaded` when there is none @returns frees it */
  take({ orgId, userId }: Uploader): () => void {
    const { total, perWorkspace, perPerson } = this.#limits
    // In all workspaces together: anyone can make workspaces.
    if (this.#count(userId) >= perPerson) throw full(ofPerson)
    if (this.#count(orgId) >= perWorkspace) throw full(ofWorkspace)
    if (this.#total >= total) throw full(ofProcess)
    this.#add(orgId, userId, 1)
    return () => this.#add(orgId, userId, -1)
  }

  #count(key: string): number {
    return this.#held.get(key) ?? 0
  }

  #add(workspace: string, person: string, by: number): void {
    this.#total += by
    for (const key of [workspace, person]) {
      const count = this.#count(key) + by
      if (count > 0) this.#held.set(key, count)
      else this.#held.delete(key)
    }
  }
}

function full(detail: { readonly en: string; readonly zh: string }): Problem {
  return new Problem('overloaded', { detail, headers: { 'retry-after': String(retryAfter) } })
}
