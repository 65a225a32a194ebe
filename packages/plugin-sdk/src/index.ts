/** The web contract: what a plugin's pages are declared with and made of. */
export { defineUIPlugin, widgetSlots } from './ui-plugin.ts'
export type {
  Dictionary,
  DictionarySource,
  PageComponent,
  UIAction,
  UIArea,
  UIAreaGroup,
  UIPlugin,
  UIRequirement,
  UIRoute,
  UIWidget,
  WidgetSlot,
} from './ui-plugin.ts'
export { lazyPage } from './lazy-page.ts'
export type { LazyPage, PageFunction, PageModule } from './lazy-page.ts'

export { AccentPicker } from './accent/AccentPicker.tsx'
export type { AccentPickerProps } from './accent/AccentPicker.tsx'
export { useAccentPreview } from './accent/useAccentPreview.ts'

export { usePluginGate } from './plugin-gate/usePluginGate.ts'
export type { PluginGateHandle } from './plugin-gate/usePluginGate.ts'
export { Widgets } from './plugin-gate/Widgets.tsx'
export type { WidgetsProps } from './plugin-gate/Widgets.tsx'

export { useBreadcrumb } from './breadcrumbs/useBreadcrumb.ts'
export { useCommand } from './commands/useCommand.ts'
export type { CommandOptions } from './commands/useCommand.ts'
export { useShortcut } from './commands/useShortcut.ts'
export type { ShortcutOptions } from './commands/useShortcut.ts'
export type { ShortcutGroup } from './commands/command-registry.ts'

export { Link } from './navigation/Link.tsx'
export type { LinkProps } from './navigation/Link.tsx'
export { useLocation } from './navigation/useLocation.ts'
export { useNavigate } from './navigation/useNavigate.ts'
export type { Navigate, NavigateOptions } from './navigation/useNavigate.ts'
export { useParams } from './navigation/useParams.ts'
export type { PathParams } from './navigation/match-path.ts'
export { useSearch } from './navigation/useSearch.ts'
export type { SetSearch } from './navigation/useSearch.ts'
export { useUnsavedGuard } from './navigation/useUnsavedGuard.ts'

export type { AskAhead } from './query/asked-queries.ts'
export { useClient } from './query/useClient.ts'
export { useListQuery } from './query/useListQuery.ts'
export type { ListQueryResult } from './query/useListQuery.ts'
export { useMutation } from './query/useMutation.ts'
export type { MutationInput, MutationOptions, MutationResult } from './query/useMutation.ts'
export type { ShellData, WriteEffects } from './query/write-effects.ts'
export { useUndoableMutation } from './query/useUndoableMutation.ts'
export type { UndoableMutation, UndoableOptions } from './query/useUndoableMutation.ts'
export type { OptimisticCache } from './query/pending-changes.ts'
export { useQuery } from './query/useQuery.ts'
export type { QueryOptions, QueryResult } from './query/useQuery.ts'
export type { ErrorsTo } from './query/errors-to.ts'
export { usePermission } from './hooks/usePermission.ts'
export { useLive } from './live/useLive.ts'
export { useSession } from './session/useSession.ts'

export { usePreferences } from './preferences/usePreferences.ts'
export type { PreferencesResult } from './preferences/usePreferences.ts'
export type { Preferences } from './preferences/preferences.ts'

export { useFormat } from './i18n/useFormat.ts'
export type { Format, Moment } from './i18n/useFormat.ts'
export { useTranslation } from './i18n/useTranslation.ts'
export type { Translation } from './i18n/useTranslation.ts'
export type { Translate } from './i18n/texts.ts'
export { languages } from './i18n/language.ts'

export { ClientError } from '@host/client'
export type {
  CallArguments,
  CallOptions,
  Client,
  ClientErrorCode,
  Endpoint,
  EndpointInput,
  EndpointOutput,
} from '@host/client'
export { hasRole, roles } from '@host/plugin/wire'
export type {
  FeatureEntry,
  FieldError,
  HealthStatus,
  InstanceMenuEntry,
  Language,
  Me,
  MenuEntry,
  Page,
  ProblemBody,
  Role,
} from '@host/plugin/wire'

export { Chart } from './charts/Chart.tsx'
export type { ChartProps } from './charts/Chart.tsx'
export { Donut } from './charts/Donut.tsx'
export type { DonutPart, DonutProps } from './charts/Donut.tsx'
export { Heatmap } from './charts/Heatmap.tsx'
export type { HeatmapProps } from './charts/Heatmap.tsx'
export { Sparkline } from './charts/Sparkline.tsx'
export type { SparklineProps } from './charts/Sparkline.tsx'
export type { ChartData, ChartKind, ChartSeries } from './charts/chart-data.ts'

export { DatePicker } from './dates/DatePicker.tsx'
export type { DatePickerProps } from './dates/DatePicker.tsx'
export { DateRangePicker } from './dates/DateRangePicker.tsx'
export type { DateRangePickerProps } from './dates/DateRangePicker.tsx'
export type { DateRange } from './dates/calendar/Calendar.tsx'
export type { DayBounds } from './dates/day-problem.ts'
export { Form } from './forms/Form.tsx'
export type { FormProps } from './forms/Form.tsx'
export { SaveBar } from './forms/SaveBar.tsx'
export type { SaveBarProps } from './forms/SaveBar.tsx'
export type { ControlKind, CustomControl, FieldDescription } from './forms/field-description.ts'
export type { FieldName, FormInput, FormSource, FormValues } from './forms/form-source.ts'

export { AccessDenied } from './components/AccessDenied.tsx'
export type { AccessDeniedProps } from './components/AccessDenied.tsx'
export { Accordion } from './components/Accordion.tsx'
export type { AccordionItem, AccordionProps } from './components/Accordion.tsx'
export { Alert } from './components/Alert.tsx'
export type { AlertProps, AlertTone } from './components/Alert.tsx'
export { Avatar } from './components/Avatar.tsx'
export type { AvatarProps } from './components/Avatar.tsx'
export { Badge } from './components/Badge.tsx'
export type { BadgeProps, BadgeTone } from './components/Badge.tsx'
export { Breadcrumbs } from './components/Breadcrumbs.tsx'
export type { BreadcrumbsProps, Crumb } from './components/Breadcrumbs.tsx'
export { Button } from './components/Button.tsx'
export type { ButtonProps } from './components/Button.tsx'
export { ButtonLink } from './components/ButtonLink.tsx'
export type { ButtonLinkProps } from './components/ButtonLink.tsx'
export { Checkbox } from './components/Checkbox.tsx'
export type { CheckboxProps } from './components/Checkbox.tsx'
export { CodeBlock } from './components/CodeBlock.tsx'
export type { CodeBlockProps } from './components/CodeBlock.tsx'
export { Combobox } from './components/Combobox.tsx'
export type { ComboboxProps } from './components/Combobox.tsx'
export type { OptionsSource } from './components/useComboboxOptions.ts'
export { ConfirmDelete } from './components/ConfirmDelete.tsx'
export type { ConfirmDeleteProps } from './components/ConfirmDelete.tsx'
export { CopyAsCurl } from './components/CopyAsCurl.tsx'
export type { CopyAsCurlProps } from './components/CopyAsCurl.tsx'
export { CopyButton } from './components/CopyButton.tsx'
export type { CopyButtonProps } from './components/CopyButton.tsx'
export { Drawer } from './components/Drawer.tsx'
export type { DrawerProps } from './components/Drawer.tsx'
export { EmptyState } from './components/EmptyState.tsx'
export type { EmptyKind, EmptyStateProps } from './components/EmptyState.tsx'
export { ErrorNote } from './components/ErrorNote.tsx'
export type { ErrorNoteProps } from './components/ErrorNote.tsx'
export { ErrorState } from './components/ErrorState.tsx'
export type { ErrorStateProps } from './components/ErrorState.tsx'
export { Field } from './components/Field.tsx'
export type { FieldProps } from './components/Field.tsx'
export { FileDrop } from './components/FileDrop.tsx'
export type { FileDropProps } from './components/FileDrop.tsx'
export type { FileRules } from './components/check-files.ts'
export { formErrors } from './components/form-errors.ts'
export type { FormErrors } from './components/form-errors.ts'
export { GlassCard } from './components/GlassCard.tsx'
export type { GlassCardProps } from './components/GlassCard.tsx'
export { HelpLink } from './components/HelpLink.tsx'
export type { HelpLinkProps } from './components/HelpLink.tsx'
export { Icon } from './components/Icon.tsx'
export type { IconProps } from './components/Icon.tsx'
export { IconButton } from './components/IconButton.tsx'
export type { IconButtonProps } from './components/IconButton.tsx'
export { Illustration } from './illustrations/Illustration.tsx'
export type { IllustrationName, IllustrationProps } from './illustrations/Illustration.tsx'
export { Input } from './components/Input.tsx'
export type { InputProps } from './components/Input.tsx'
export { Kbd } from './components/Kbd.tsx'
export type { KbdProps } from './components/Kbd.tsx'
export { KeyValue } from './components/KeyValue.tsx'
export type { KeyValueProps } from './components/KeyValue.tsx'
export { LockedFeature } from './components/LockedFeature.tsx'
export type { LockedFeatureProps } from './components/LockedFeature.tsx'
export { Menu, MenuChoices, MenuItem, MenuLabel, MenuSeparator } from './components/Menu.tsx'
export type { MenuChoice, MenuChoicesProps, MenuItemProps, MenuProps } from './components/Menu.tsx'
export { Modal } from './components/Modal.tsx'
export type { ModalProps } from './components/Modal.tsx'
export { PageHeader } from './components/PageHeader.tsx'
export type { PageHeaderProps } from './components/PageHeader.tsx'
export { PageTitle } from './components/PageTitle.tsx'
export { Panel } from './components/Panel.tsx'
export type { PanelProps } from './components/Panel.tsx'
export { PasswordInput } from './components/PasswordInput.tsx'
export type { PasswordInputProps } from './components/PasswordInput.tsx'
export { passwordStrength } from './components/password-strength.ts'
export type { PasswordStrength } from './components/password-strength.ts'
export { Popover } from './components/Popover.tsx'
export type { PopoverProps } from './components/Popover.tsx'
export { Progress } from './components/Progress.tsx'
export type { ProgressProps } from './components/Progress.tsx'
export { QrCode } from './codes/QrCode.tsx'
export type { QrCodeProps } from './codes/QrCode.tsx'
export { Radio } from './components/Radio.tsx'
export type { RadioProps, RadioOption } from './components/Radio.tsx'
export { RelativeTime } from './components/RelativeTime.tsx'
export type { RelativeTimeProps } from './components/RelativeTime.tsx'
export { RequestId } from './components/RequestId.tsx'
export { Secret } from './components/Secret.tsx'
export type { SecretProps } from './components/Secret.tsx'
export { Select } from './components/Select.tsx'
export type { SelectOption, SelectProps } from './components/Select.tsx'
export { LoadingRegion, Skeleton, SkeletonRows } from './components/Skeleton.tsx'
export { Slider } from './components/Slider.tsx'
export type { SliderProps } from './components/Slider.tsx'
export { Spinner } from './components/Spinner.tsx'
export { StatCard } from './components/StatCard.tsx'
export type { StatCardProps } from './components/StatCard.tsx'
export type { ChangeProps } from './components/Change.tsx'
export { StatusView } from './components/StatusView.tsx'
export type { StatusViewProps } from './components/StatusView.tsx'
export { StrengthMeter } from './components/StrengthMeter.tsx'
export type { StrengthMeterProps } from './components/StrengthMeter.tsx'
export { Table } from './components/Table.tsx'
export type { TableColumn, TableProps } from './components/Table.tsx'
export { Tabs } from './components/Tabs.tsx'
export type { Tab, TabsProps } from './components/Tabs.tsx'
export { Textarea } from './components/Textarea.tsx'
export type { TextareaProps } from './components/Textarea.tsx'
export { Timeline } from './components/Timeline.tsx'
export type { TimelineEntry, TimelineProps } from './components/Timeline.tsx'
export { useToast } from './components/Toast.tsx'
export { Toggle } from './components/Toggle.tsx'
export type { ToggleProps } from './components/Toggle.tsx'
export { Tooltip } from './components/Tooltip.tsx'
export type { TooltipProps } from './components/Tooltip.tsx'
export { useErrorText } from './components/useErrorText.ts'
export type { ErrorText } from './components/useErrorText.ts'
export type { ButtonSize, ButtonVariant } from './components/button-class.ts'
export type { ToastContent } from './components/toast-queue.ts'

export { BulkBar } from './table/BulkBar.tsx'
export type { BulkBarProps } from './table/BulkBar.tsx'
export { DataTable } from './table/DataTable.tsx'
export type { DataTableProps, OpenedRow } from './table/data-table-props.ts'
export { ExportCsv } from './table/ExportCsv.tsx'
export type { ExportCsvProps } from './table/ExportCsv.tsx'
export { FilterBar } from './table/FilterBar.tsx'
export type { FilterBarProps } from './table/FilterBar.tsx'
export { SavedViews } from './table/SavedViews.tsx'
export type { SavedViewsProps } from './table/SavedViews.tsx'
export { SidePanel } from './table/SidePanel.tsx'
export type { SidePanelProps } from './table/SidePanel.tsx'
export { ViewOptions } from './table/ViewOptions.tsx'
export type { ViewOptionsProps } from './table/ViewOptions.tsx'
export { momentsOf } from './table/filter-value.ts'
export { useMatching } from './table/useMatching.ts'
export { useSelection } from './table/useSelection.ts'
export type { Selection } from './table/useSelection.ts'
export { useTable } from './table/useTable.ts'
export type { TableHandle } from './table/useTable.ts'
export type { CellValue, DataColumn } from './table/data-column.ts'
export type {
  BooleanFilter,
  ChoiceFilter,
  DatesFilter,
  DayRange,
  FilterDefinition,
  FilterDefinitions,
  FilterValue,
  FilterValues,
  TextFilter,
} from './table/filter-definition.ts'
export type { ColumnShape, TableDensity, TableShape, TableSort, TableState } from './table/table-state.ts'
export type { TableSource } from './table/table-source.ts'
