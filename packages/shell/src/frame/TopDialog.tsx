import { useId, type ReactNode } from 'react'
import { IconButton, useTranslation } from '@host/plugin-sdk'
import { classNames, dialogClass, dialogWidth } from '@host/plugin-sdk/shell'
import { TopLayer, type TopLayerProps } from './TopLayer.tsx'

export interface TopDialogProps extends Pick<TopLayerProps, 'onClose' | 'hidesPage'> {
  readonly title: string
  readonly description: string
  readonly children: ReactNode
}

/** A dialog above everything else that looks like every other one. Its content ends with its buttons. */
export function TopDialog({ title, description, onClose, hidesPage, children }: TopDialogProps) {
  const { t } = useTranslation()
  const [titleId, descriptionId] = [useId(), useId()]
  return (
    <TopLayer
      labelledBy={titleId}
      describedBy={descriptionId}
      onClose={onClose}
      hidesPage={hidesPage}
      className={classNames(
        dialogClass.surface,
        'mx-auto mt-auto mb-0 max-h-[80dvh] max-w-none animate-appear overflow-y-auto sm:mt-[10vh]',
        dialogWidth.small,
      )}
    >
      <header className={dialogClass.header}>
        <div className={dialogClass.heading}>
          <h2 id={titleId} className={dialogClass.title}>
            {title}
          </h2>
          <p id={descriptionId} className={dialogClass.description}>
            {description}
          </p>
        </div>
        {onClose !== undefined && <IconButton icon="x" label={t('sdk.close')} size="compact" onClick={onClose} />}
      </header>
      <div className={dialogClass.content}>{children}</div>
    </TopLayer>
  )
}
