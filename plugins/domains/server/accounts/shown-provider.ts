import type { DnsAccountField, DnsCapabilities, DnsProvider, Language } from '@host/plugin'
import { wordingIn } from '@host/plugin/platform'
import type { ProviderDetails } from '../../shared.ts'
import type { NamedProvider } from './providers.ts'

const usualMost = 200

/** A provider as it is answered. */
export function shownProvider(
  { name, provider }: Pick<NamedProvider, 'name'> & { readonly provider: Omit<DnsProvider, 'open'> },
  language: Language,
): ProviderDetails {
  const { title, fields, capabilities } = provider
  return {
    name,
    title,
    fields: fields.map((field) => shownField(field, language)),
    capabilities: shownCapabilities(capabilities),
  }
}

function shownField({ name, label, hint, isSecret, isOptional, options, max }: DnsAccountField, language: Language) {
  return {
    name,
    label: wordingIn(label, language),
    hint: hint === undefined ? null : wordingIn(hint, language),
    isSecret: isSecret ?? false,
    isOptional: isOptional ?? false,
    options: options === undefined ? null : [...options],
    max: max ?? usualMost,
  }
}

/** Features of a provider as they are answered. */
export function shownCapabilities({ types, ttl, hasComments, hasProxy, isAtomic }: DnsCapabilities) {
  return {
    types: types === '*' ? types : [...types],
    ttl: { min: ttl.min, max: ttl.max },
    hasComments,
    hasProxy,
    isAtomic,
  }
}
