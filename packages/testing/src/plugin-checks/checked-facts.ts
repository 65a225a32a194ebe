import type { AnyPlugin } from '@host/plugin'
import type { Half, serverProblems, webProblems } from '@host/inspect'
import type { ChecksFile } from './sources/read-checks-file.ts'
import type { Locate } from './sources/locate.ts'
import type { WebInspection } from './sources/inspect-web.ts'
import type { LiveFacts } from './live/live-facts.ts'

/** Texts of one language by their full key, and the file that they stand in. */
export interface TextsFile {
  readonly file: string
  readonly texts: ReadonlyMap<string, string>
}

/** A web half, read in both ways in which composing reads it. */
export interface WebFacts {
  readonly half: Half
  /** The manifest's path, relative to the plugin's folder. */
  readonly manifestFile: string
  readonly problems: ReturnType<typeof webProblems>
  /** Undefined when the SDK, which reads it, is not installed there. */
  readonly inspection: WebInspection | undefined
  readonly texts: { readonly en: TextsFile | undefined; readonly zh: TextsFile | undefined }
}

/** A help page of the plugin's folder. */
export interface HelpFile {
  readonly file: string
  readonly slug: string
  readonly language: 'en' | 'zh'
  readonly text: string
}

/** A plugin that the checked one needs in the same host. */
export interface NeededPlugin {
  readonly name: string
  /** As written in the plugin's settings for the checks: relative to its folder. */
  readonly folder: string
  readonly locate: Locate
}

/** All that is known of a plugin, gathered once. */
export interface CheckedFacts {
  readonly folder: string
  /** The package's name in place of the plugin's where that can't be read. */
  readonly name: string
  /** One package for both halves, as the plugins of the product are: it states no ranges of its own. */
  readonly isInTree: boolean
  readonly server: Half
  readonly problems: ReturnType<typeof serverProblems>
  /** Network use of the server half's installed dependencies. */
  readonly connections: readonly string[]
  /** Imports of the contract's part for in-tree plugins in those dependencies. */
  readonly platformBelow: readonly string[]
  /** Why the server half can't be bundled, each with its place. */
  readonly unbundled: readonly string[]
  readonly web: WebFacts | undefined
  readonly help: readonly HelpFile[]
  readonly checks: ChecksFile
  /** Finds where a text stands in the sources. */
  readonly locate: Locate
  /** Plugins that it needs; empty when they could not be read. */
  readonly needed: readonly NeededPlugin[]
  /** The definition; undefined when it could not be loaded. */
  readonly plugin: AnyPlugin | undefined
  /** Why it could not be loaded, or why no host started with it, each a sentence. */
  readonly refusals: readonly string[]
  readonly live: LiveFacts | undefined
}
