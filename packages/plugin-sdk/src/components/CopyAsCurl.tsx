import { useContext } from 'react'
import type { Endpoint } from '@host/client'
import { useTranslation } from '../i18n/useTranslation.ts'
import { Button } from './Button.tsx'
import { CopyOutcome } from './CopyButton.tsx'
import { curlCommand } from './curl-command.ts'
import { InMenu, MenuItem } from './Menu.tsx'
import { useToast } from './Toast.tsx'
import { Tooltip } from './Tooltip.tsx'
import { copyText, useCopy, type CopyState } from './useCopy.ts'

export interface CopyAsCurlProps {
  readonly endpoint: Endpoint
  /** Input of the call. */
  readonly input?: unknown
}

const icons: Readonly<Record<CopyState, string>> = { idle: 'copy', copied: 'check', failed: 'triangle-alert' }

/**
 * Copies an API call of the page as a curl command. The token is never included; the command reads `HOST_TOKEN`. In a
 * `Menu` it is an entry.
 * @example <CopyAsCurl endpoint={listNotes} input={{ status: 'open' }} />
 * @since 1.0.0
 */
export function CopyAsCurl(props: CopyAsCurlProps) {
  return useContext(InMenu) ? <CurlEntry {...props} /> : <CurlButton {...props} />
}

function CurlButton({ endpoint, input }: CopyAsCurlProps) {
  const { t } = useTranslation()
  const [state, copy] = useCopy()
  return (
    <>
      <Tooltip text={t('sdk.curl.hint')}>
        <Button
          variant="ghost"
          size="compact"
          icon={icons[state]}
          onClick={() => copy(curlCommand({ endpoint, input, baseUrl: location.origin }))}
        >
          {t('sdk.curl.copy')}
        </Button>
      </Tooltip>
      <CopyOutcome state={state} />
    </>
  )
}

/** The menu is closed when the copy is made, so a toast says how it ended. */
function CurlEntry({ endpoint, input }: CopyAsCurlProps) {
  const { t } = useTranslation()
  const toast = useToast()
  function copy() {
    const command = curlCommand({ endpoint, input, baseUrl: location.origin })
    copyText(command).then(
      () => toast({ tone: 'positive', title: t('sdk.curl.copied'), description: t('sdk.curl.hint') }),
      () => toast({ tone: 'danger', title: t('sdk.copyFailed') }),
    )
  }
  return (
    <MenuItem icon="copy" onSelect={copy}>
      {t('sdk.curl.copy')}
    </MenuItem>
  )
}
