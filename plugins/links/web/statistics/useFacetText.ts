import { useMemo } from 'react'
import { useTranslation } from '@host/plugin-sdk'
import { deviceClasses, otherValue, type Facet } from '../../shared.ts'

/** Writes the values of a facet as the reader's language does. */
export function useFacetText(facet: Facet): (value: string) => string {
  const { t, language } = useTranslation()
  return useMemo(() => {
    const names = namesOf(facet, language)
    return (value) => {
      if (value === '') return t(facet === 'referrer' ? 'links.facet.direct' : 'links.facet.unknown')
      if (value === otherValue) return t('links.facet.other')
      if (facet === 'rule') return t('links.rules.rule', { number: Number(value) + 1 })
      const device = facet === 'device' ? deviceClasses.find((each) => each === value) : undefined
      return device === undefined ? (nameOf(names, value) ?? value) : t(`links.device.${device}`)
    }
  }, [facet, language, t])
}

function namesOf(facet: Facet, language: string): Intl.DisplayNames | undefined {
  if (facet === 'country') return new Intl.DisplayNames([language], { type: 'region' })
  return facet === 'language' ? new Intl.DisplayNames([language], { type: 'language' }) : undefined
}

/** Undefined for an invalid code. */
function nameOf(names: Intl.DisplayNames | undefined, code: string): string | undefined {
  try {
    return names?.of(code)
  } catch {
    return undefined
  }
}
