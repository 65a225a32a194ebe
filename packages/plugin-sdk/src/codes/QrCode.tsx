import { useMemo } from 'react'
import { Button } from '../components/Button.tsx'
import { downloadFile } from '../components/download-file.ts'
import { useTranslation } from '../i18n/useTranslation.ts'
import { qrPath } from './qr-drawing.ts'
import { qrModules, qrSvg } from './qr-svg.ts'

export interface QrCodeProps {
  /** Encoded content, up to 2,000 bytes. */
  readonly value: string
  /** Describes the destination for screen readers. */
  readonly label: string
  /** Offers the drawing as a file of this name, without its ending. */
  readonly download?: string
  /** Pixels; 160 when left out. */
  readonly size?: 96 | 128 | 160 | 192 | 256
}

/**
 * A QR code. It stays dark on light in both themes, with the quiet zone around it that cameras need.
 * @throws RangeError when `value` is longer than a code can hold
 * @example <QrCode value={link.url} label={t('links.codeOf', { name: link.slug })} download={link.slug} />
 * @since 1.0.0
 */
export function QrCode({ value, label, download, size = 160 }: QrCodeProps) {
  const { t } = useTranslation()
  const modules = useMemo(() => qrModules(value), [value])
  return (
    <div className="inline-flex flex-col items-center gap-2">
      <svg
        role="img"
        aria-label={label}
        width={size}
        height={size}
        viewBox={`0 0 ${modules.length} ${modules.length}`}
        shapeRendering="crispEdges"
        className="rounded-card bg-on-solid text-console"
      >
        <path fill="currentColor" d={qrPath(modules)} />
      </svg>
      {download !== undefined && (
        <Button
          size="compact"
          icon="download"
          onClick={() => downloadFile(new File([qrSvg(value)], `${download}.svg`, { type: 'image/svg+xml' }))}
        >
          {t('sdk.download')}
        </Button>
      )}
    </div>
  )
}
