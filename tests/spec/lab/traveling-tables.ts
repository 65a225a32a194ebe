/** Tables whose rows travel with their workspace. A new table belongs here, or its model says why its rows stay. */
export const travelingTables: readonly string[] = `
  domains_accounts domains_added domains_ddns_tokens domains_dns_keys domains_domains domains_last_serials
  domains_practice_sets domains_read_only_sets domains_records domains_served_sets domains_served_zones
  domains_takeovers domains_watches domains_zones
  edge_hosts
  host_email_texts host_settings
  links_batches links_facets links_folders links_hosts links_hours links_imports links_journal links_links
  links_packs links_previews links_reports links_retired links_salts links_shares links_sums links_tagged
  links_tags links_totals links_tries links_utm_templates links_versions links_visitors
  mail_access mail_addresses mail_attachments mail_attempts mail_bodies mail_counts mail_draft_files
  mail_drafts mail_emails mail_forwards mail_image_senders mail_inbound mail_labeled mail_labels
  mail_mailboxes mail_messages mail_outgoing mail_provider_hooks mail_provider_reports mail_recipients
  mail_report_rows mail_reports mail_rules mail_seen mail_sender_proofs mail_senders mail_sends
  mail_signatures mail_signing_keys mail_soft_bounces mail_suppressions mail_templates mail_totals
  mail_transports
  memberships
  notifications_workspace_channels
  overview_dismissals overview_samples
  products_activations products_deliveries products_discounts products_entries products_files
  products_license_policies products_license_texts products_license_totals products_licenses products_lines
  products_orders products_prices products_products products_refunds products_reservations
  products_signing_keys products_subscriptions products_totals products_variants
  sso_connections
  views_views
  webhooks_attempts webhooks_deliveries webhooks_endpoints webhooks_hours
  workspace_features workspace_logos workspace_settings
  workspaces_logos
`
  .trim()
  .split(/\s+/)
