import { roles, useTranslation, type Role, type SelectOption } from '@host/plugin-sdk'

/** The selectable roles, each with its description. */
export function useRoleOptions(): readonly SelectOption<Role>[] {
  const { t } = useTranslation()
  return roles.map((value) => ({
    value,
    label: t(`workspaces.role.${value}`),
    description: t(`workspaces.roleMeans.${value}`),
  }))
}
