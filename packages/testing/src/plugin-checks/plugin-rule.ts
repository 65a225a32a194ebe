import type { CheckedFacts, WebFacts } from './checked-facts.ts'
import type { Flaw } from './plugin-finding.ts'
import type { LiveFacts } from './live/live-facts.ts'
import type { AnyPlugin } from '@host/plugin'

/** A check as data: a statement, and a pure function from facts to its violations. */
export interface PluginRule {
  /** `<group>/<name>`, stable: exceptions name it. */
  readonly id: string
  /** A sentence that states the rule. */
  readonly title: string
  /** Violations; a text with the reason where there is nothing to check. */
  find(facts: CheckedFacts): readonly Flaw[] | string
}

type Find<View> = (view: View, facts: CheckedFacts) => readonly Flaw[]

/** A rule about files that are only read. */
export function sourceRule(id: string, title: string, find: (facts: CheckedFacts) => readonly Flaw[]): PluginRule {
  return { id, title, find }
}

/** A rule about the web half. */
export function webRule(id: string, title: string, find: Find<WebFacts>): PluginRule {
  return { id, title, find: (facts) => (facts.web === undefined ? noWeb : find(facts.web, facts)) }
}

/** A rule about the plugin's definition, which was loaded. */
export function definitionRule(id: string, title: string, find: Find<AnyPlugin>): PluginRule {
  return { id, title, find: (facts) => (facts.plugin === undefined ? notLoaded : find(facts.plugin, facts)) }
}

/** A rule about the plugin on a running host. */
export function liveRule(id: string, title: string, find: Find<LiveFacts>): PluginRule {
  return { id, title, find: (facts) => (facts.live === undefined ? notStarted : find(facts.live, facts)) }
}

const noWeb = 'it has no web half'
const notLoaded = 'it could not be loaded'
const notStarted = 'no host started with it'
