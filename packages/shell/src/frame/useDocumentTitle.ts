import { useEffect } from 'react'
import { useTranslation } from '@host/plugin-sdk'
import { useCrumbs } from '@host/plugin-sdk/shell'
import { instanceName } from './instance-brand.ts'

/** Sets the title of tabs and history entries: record, page, place, product. */
export function useDocumentTitle(...parts: readonly (string | undefined)[]): void {
  const { t } = useTranslation()
  const steps = useCrumbs().map(({ title }) => title)
  const title = [...steps.toReversed(), ...parts, instanceName() ?? t('shell.product')]
    .filter((part) => part !== undefined)
    .join(' · ')
  useEffect(() => {
    document.title = title
  }, [title])
}
