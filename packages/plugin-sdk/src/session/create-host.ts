import type { QueryClient } from '@tanstack/react-query'
import { createClient, type Client } from '@host/client'
import { browserLanguage, detectLanguage } from '../i18n/language.ts'
import { normalizeLocale } from '../i18n/normalize-locale.ts'
import { createTexts, type DictionarySources, type Texts } from '../i18n/texts.ts'
import { createQueries } from '../query/create-queries.ts'
import { connectLiveAt, type ConnectLive } from '../live/connect-live.ts'
import { newTabId } from '../live/tab-id.ts'
import { createDeferredWrites, type DeferredWrites } from '../query/deferred-writes.ts'
import { createPendingChanges, type PendingChanges } from '../query/pending-changes.ts'
import { createPreferences, type PreferenceStore } from '../preferences/preference-store.ts'
import type { IconSet } from '../icons/icon-set.ts'
import type { UIPlugin } from '../ui-plugin.ts'
import { aheadFetch } from './ahead-fetch.ts'
import { followDevelopment } from './follow-development.ts'
import { setWorkspaceRequirement, type WorkspaceRequirementStore } from './workspace-requirement.ts'
import { clientWithProof, createReauthPrompt, type ReauthPrompt } from './reauth-prompt.ts'
import { readableOnce } from './readable-once.ts'
import { keepSession, type SessionMonitor } from './session-monitor.ts'

/** The web halves of a build, and the drawings of the icons that they and the menus name. */
export interface Edition {
  readonly plugins: readonly UIPlugin[]
  readonly icons: IconSet
}

/** Configuration of a host's web app. */
export interface HostOptions {
  /** Loads the plugins and icons of this build. Called once, after sign-in: plugin code is never loaded earlier. */
  readonly loadEdition: () => Promise<Edition>
  /** The shell's own texts, by namespace. */
  readonly dictionaries?: Readonly<Record<string, DictionarySources>>
  /** Replaces the platform's `fetch`. */
  readonly fetch?: typeof fetch
  /** Where the host answers; the page's own origin when left out. */
  readonly baseUrl?: string
}

/** Everything that lives as long as the page. */
export interface WebHost {
  readonly client: Client
  readonly queries: QueryClient
  readonly texts: Texts
  readonly session: SessionMonitor
  /** The requirement that the current workspace has before it shows anything. */
  readonly requirement: WorkspaceRequirementStore
  /** Asks for a fresh proof of who is there. */
  readonly proof: ReauthPrompt
  /** Names this tab in the calls that change something. */
  readonly tabId: string
  /** Opens the stream of changes made by other clients. */
  readonly connectLive: ConnectLive
  /** The user's own preferences. */
  readonly preferences: PreferenceStore
  /** Changes shown on top of the server's data. */
  readonly pending: PendingChanges
  /** Writes that can still be taken back. */
  readonly deferred: DeferredWrites
  /** The plugins and icons of this build, loaded once. */
  readonly edition: () => Promise<Edition>
}

/** Ties client, server data, texts and the session together. */
export function createHost(options: HostOptions): WebHost {
  const queries = createQueries(() => session.lapsed() === undefined)
  normalizeLocale()
  const texts = createTexts(detectLanguage())
  for (const [namespace, sources] of Object.entries(options.dictionaries ?? {})) texts.add(namespace, sources)
  const tabId = newTabId()
  const baseUrl = options.baseUrl ?? location.origin
  const proof = createReauthPrompt()
  const plainClient = createClient({
    baseUrl,
    ...(new URL(baseUrl).origin === location.origin ? { tabId } : {}),
    fetch: aheadFetch(options.fetch),
    uploadsByXhr: options.fetch === undefined,
    csrfToken: () => session.csrfToken(),
    workspace: (pattern) => session.workspaceOf(pattern),
    language: () => texts.snapshot().language,
    // Queries retry reads themselves, and a failed write is reported to the user immediately.
    retry: false,
    onUnauthenticated: () => void session.recheck(),
    onCsrfRefused: () => void session.recheck(),
  })
  const client = clientWithProof(plainClient, proof)
  const requirement = setWorkspaceRequirement(queries)
  const pending = createPendingChanges()
  const deferred = createDeferredWrites()
  const onMove = (): void => {
    deferred.drop()
    proof.settle(false)
    requirement.clear()
    pending.clear()
  }
  const session = keepSession({ queries, client, onMove })
  const preferences = createPreferences()
  followChosenLanguage(preferences, texts)
  followDevelopment({ queries, texts })
  return {
    client,
    queries,
    texts,
    session,
    proof,
    requirement,
    tabId,
    connectLive: connectLiveAt(baseUrl, options.fetch),
    preferences,
    pending,
    deferred,
    edition: once(() => loadEdition(options, texts)),
  }
}

/** Speaks the language that was chosen, wherever that was done: here, in another tab, on another device. */
function followChosenLanguage({ subscribe, snapshot }: PreferenceStore, texts: Texts): void {
  let { language } = texts.snapshot()
  subscribe(() => {
    const chosen = snapshot().preferences.language ?? browserLanguage()
    if (chosen === language) return
    language = chosen
    void texts.setLanguage(chosen)
  })
}

async function loadEdition(options: HostOptions, texts: Texts): Promise<Edition> {
  const edition = await options.loadEdition()
  for (const { name, i18n } of edition.plugins) if (i18n !== undefined) texts.add(name, i18n)
  return edition
}

function once<Value>(make: () => Promise<Value>): () => Promise<Value> {
  let made: Promise<Value> | undefined
  return () => {
    made ??= readableOnce(make())
    return made
  }
}
