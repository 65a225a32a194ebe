import type { ReactNode } from 'react'

export interface SettingsFieldsProps {
  /** `Field`s, and whatever else belongs between them. */
  readonly children: ReactNode
}

/**
 * The fields of a settings page: label and hint at the left and the control at the right where the room allows it, else one
 * below the other. `Form` of the variant `settings` lays out its fields in the same way.
 * @example <SettingsFields><Field label={t('notes.sound')}><Toggle checked={isOn} onChange={setOn} /></Field></SettingsFields>
 * @since 1.0.0
 */
export function SettingsFields({ children }: SettingsFieldsProps) {
  return (
    <div className="@container/settings">
      <div className="flex flex-col gap-5 @2xl/settings:gap-0 @2xl/settings:divide-y @2xl/settings:divide-line @2xl/settings:*:py-4 @2xl/settings:*:first:pt-1 @2xl/settings:*:last:pb-0">
        {children}
      </div>
    </div>
  )
}
