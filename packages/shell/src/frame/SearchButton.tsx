import { Icon, IconButton, useTranslation } from '@host/plugin-sdk'
import { Keys } from '../keys/Keys.tsx'
import { preloadPalette, useFrameDialog } from './FrameDialogs.tsx'

/** The way into the palette for those who point: a field's look where there is room, else an icon. */
export function SearchButton() {
  const { t } = useTranslation()
  const openDialog = useFrameDialog()
  const open = () => openDialog('palette')
  return (
    <>
      <button
        type="button"
        onClick={open}
        onPointerEnter={preloadPalette}
        onFocus={preloadPalette}
        aria-keyshortcuts="Control+K Meta+K"
        className="hidden h-compact w-56 items-center gap-2 rounded-control border border-line bg-surface px-2 text-sm text-subtle transition-colors hover:bg-hover hover:text-fg lg:flex"
      >
        <Icon name="search" size={14} />
        {t('shell.palette.open')}
        <span aria-hidden className="ml-auto">
          <Keys keys="mod+k" />
        </span>
      </button>
      <IconButton
        icon="search"
        label={t('shell.palette.open')}
        onClick={open}
        onPointerEnter={preloadPalette}
        className="lg:hidden"
      />
    </>
  )
}
