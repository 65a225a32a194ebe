import { useTranslation } from '@host/plugin-sdk'

export interface PaletteStatusProps {
  /** How many entries are listed. */
  readonly count: number
  readonly isSearching: boolean
  readonly hasFailed: boolean
}

/** Search status for screen readers; visible when there are no results or the search failed. */
export function PaletteStatus({ count, isSearching, hasFailed }: PaletteStatusProps) {
  const { t } = useTranslation()
  return (
    <output className={count === 0 || hasFailed ? 'block px-4 py-3 text-sm text-muted' : 'sr-only'}>
      {statusText(t, { count, isSearching, hasFailed })}
    </output>
  )
}

function statusText(
  t: ReturnType<typeof useTranslation>['t'],
  { count, isSearching, hasFailed }: PaletteStatusProps,
): string {
  if (hasFailed) return t('shell.palette.failed')
  if (count > 0) return t('shell.palette.count', { count })
  return isSearching ? t('shell.palette.searching') : t('shell.palette.nothing')
}
