/// <reference types="vite/types/importMeta.d.ts" />
import type { QueryClient } from '@tanstack/react-query'
import type { Language } from '@host/plugin/wire'
import type { Texts } from '../i18n/texts.ts'
import type { Dictionary } from '../ui-plugin.ts'

/** Sent by the development server when a dictionary is saved. */
interface SavedTexts {
  readonly namespace: string
  readonly language: Language
  readonly texts: Dictionary
}

/** In development: shows an error that was thrown while rendering, in the page and in the terminal. */
export function reportRenderError(error: unknown): void {
  if (error instanceof Error) import.meta.hot?.send('host:fault', { message: String(error), stack: error.stack ?? '' })
}

/** In development: shows saved texts immediately, and refetches all data when the server restarts. */
export function followDevelopment({ queries, texts }: { readonly queries: QueryClient; readonly texts: Texts }): void {
  import.meta.hot?.on('host:texts', (saved: SavedTexts) => texts.replace(saved.namespace, saved.language, saved.texts))
  import.meta.hot?.on('host:server', () => void queries.invalidateQueries())
}
