import { useTranslation } from '@host/plugin-sdk'

/** The first stop of the keyboard: past the frame, to the page. */
export function SkipLink() {
  const { t } = useTranslation()
  return (
    <a
      href="#content"
      className="sr-only focus:not-sr-only focus:fixed focus:top-2 focus:left-2 focus:z-50 focus:rounded-control focus:bg-raised focus:px-3 focus:py-2 focus:text-sm focus:font-medium focus:shadow-float"
    >
      {t('shell.skip')}
    </a>
  )
}
