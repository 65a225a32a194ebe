import type { QueryClient } from '@tanstack/react-query'
import { createClient, type Client } from '@host/client'
import type { Me } from '@host/plugin/wire'
import { detectLanguage } from '../i18n/language.ts'
import { createTexts, type DictionarySources, type Texts } from '../i18n/texts.ts'
import { createQueries } from '../query/create-queries.ts'
import { queryKey } from '../query/query-key.ts'
import { readMe } from '../query/shell-endpoints.ts'
import type { IconSet } from '../icons/icon-set.ts'
import type { UIPlugin } from '../ui-plugin.ts'

/** The web halves of a build, and the drawings of the icons that they and the menus name. */
export interface Edition {
  readonly plugins: readonly UIPlugin[]
  readonly icons: IconSet
}

/** What a page of this origin needs to be a host's. */
export interface HostOptions {
  /** What this build is composed of. Called once, after sign-in: plugin code never loads before. */
  readonly loadEdition: () => Promise<Edition>
  /** The shell's own texts, by namespace. */
  readonly dictionaries?: Readonly<Record<string, DictionarySources>>
  /** Replaces the platform's `fetch`. */
  readonly fetch?: typeof fetch
  /** Where the host answers; the page's own origin when left out. */
  readonly baseUrl?: string
  /** The session has ended while it was in use. */
  readonly onSessionEnded?: () => void
}

/** Everything that lives as long as the page. */
export interface WebHost {
  readonly client: Client
  readonly queries: QueryClient
  readonly texts: Texts
  /** What the build is composed of, loaded once. */
  readonly edition: () => Promise<Edition>
}

/** Under which the session is kept; `null` when nobody is signed in. */
export const sessionKey = queryKey(readMe, undefined)

/** Ties client, server data and texts together. */
export function createHost(options: HostOptions): WebHost {
  const queries = createQueries()
  const texts = createTexts(detectLanguage())
  for (const [namespace, sources] of Object.entries(options.dictionaries ?? {})) texts.add(namespace, sources)
  const session = (): Me | null | undefined => queries.getQueryData<Me | null>(sessionKey)
  const client = createClient({
    baseUrl: options.baseUrl ?? location.origin,
    ...(options.fetch === undefined ? {} : { fetch: options.fetch }),
    csrfToken: () => session()?.csrfToken,
    language: () => texts.snapshot().language,
    onUnauthenticated() {
      if (session() === null || session() === undefined) return
      endSession(queries)
      options.onSessionEnded?.()
    },
  })
  return { client, queries, texts, edition: once(() => loadEdition(options, texts)) }
}

/** Forgets whose data these were; the signed-in pages go away with the session. */
export function endSession(queries: QueryClient): void {
  queries.setQueryData(sessionKey, null)
  queries.removeQueries({ predicate: ({ queryKey: [pattern] }) => pattern !== readMe.pattern })
}

async function loadEdition(options: HostOptions, texts: Texts): Promise<Edition> {
  const edition = await options.loadEdition()
  for (const { name, i18n } of edition.plugins) if (i18n !== undefined) texts.add(name, i18n)
  return edition
}

function once<Value>(make: () => Promise<Value>): () => Promise<Value> {
  let made: Promise<Value> | undefined
  return () => {
    made ??= make()
    return made
  }
}
