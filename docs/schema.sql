-- Generated from the migrations by tools/generate-tables.ts, for reading. Do not edit.

create domain units as numeric(38,0) CHECK ((VALUE <> 'NaN'::numeric));
create domain units0 as numeric(38,0) CHECK (((VALUE <> 'NaN'::numeric) AND (VALUE >= (0)::numeric)));
create type vision_service as enum ('KTP', 'SELFIE', 'LIVENESS', 'TRANSFER_PROOF', 'DOCUMENT');
create type vision_status as enum ('pending', 'processing', 'completed', 'failed');

CREATE OR REPLACE FUNCTION public.refuse_change()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  raise exception '% is append-only', tg_table_name using errcode = 'restrict_violation';
end $function$;

create table access_tokens (
  digest bytea not null,
  family_id bigint not null,
  user_id bigint not null,
  expires_at timestamp with time zone not null,
  constraint access_tokens_pkey PRIMARY KEY (digest),
  constraint access_tokens_family_id_fkey FOREIGN KEY (family_id) REFERENCES session_families(id) ON DELETE CASCADE,
  constraint access_tokens_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id)
);
CREATE INDEX access_tokens_of_family ON public.access_tokens USING btree (family_id);
CREATE INDEX access_tokens_of_user ON public.access_tokens USING btree (user_id);

create table account_kinds (
  id smallint not null,
  name text not null,
  of_user boolean not null,
  constraint account_kinds_pkey PRIMARY KEY (id),
  constraint account_kinds_name_key UNIQUE (name)
);

create table agreements (
  id bigint generated always as identity not null,
  kind text not null,
  subject bigint not null,
  operator_id bigint not null,
  statement text not null,
  note text,
  at timestamp with time zone default now() not null,
  closed_at timestamp with time zone,
  constraint agreements_pkey PRIMARY KEY (id),
  constraint agreements_operator_id_fkey FOREIGN KEY (operator_id) REFERENCES operators(id),
  constraint agreements_kind_check CHECK ((kind = ANY (ARRAY['withdrawal'::text, 'resolution'::text, 'claim'::text, 'suspense'::text, 'break'::text, 'proposal'::text, 'event'::text, 'restoration'::text, 'recovery'::text, 'carf-report'::text, 'subscription'::text, 'order'::text]))),
  constraint agreements_note_check CHECK (((length(note) >= 1) AND (length(note) <= 500))),
  constraint agreements_stated CHECK ((statement ~
CASE kind
    WHEN 'resolution'::text THEN '^(completed|failed)$'::text
    WHEN 'claim'::text THEN '^[1-9][0-9]*$'::text
    WHEN 'suspense'::text THEN '^([1-9][0-9]*|returned)$'::text
    WHEN 'break'::text THEN '^-?[1-9][0-9]*$'::text
    WHEN 'event'::text THEN '^((VA|QRIS|ORDER) .* [1-9][0-9]*|SUSPENSE .+|NOTHING)$'::text
    WHEN 'subscription'::text THEN '^(approved|[0-9a-f]{64})$'::text
    WHEN 'order'::text THEN '^(stands|ended) .+$'::text
    ELSE '^approved$'::text
END))
);
CREATE INDEX agreements_of_operator ON public.agreements USING btree (operator_id, at);
CREATE INDEX agreements_of_subject ON public.agreements USING btree (kind, subject);
CREATE UNIQUE INDEX agreements_open ON public.agreements USING btree (kind, subject, operator_id) WHERE (closed_at IS NULL);

create table api_key_signatures (
  signature bytea not null,
  expires_at timestamp with time zone not null,
  constraint api_key_signatures_pkey PRIMARY KEY (signature),
  constraint api_key_signatures_signature_check CHECK ((octet_length(signature) = 32))
);
CREATE INDEX api_key_signatures_by_expiry ON public.api_key_signatures USING btree (expires_at);

create table api_keys (
  id bigint generated always as identity not null,
  user_id bigint not null,
  name text not null,
  key_digest bytea not null,
  former_digest bytea,
  masked_key text not null,
  sealed_secret text not null,
  permissions text[] not null,
  ips text[] default '{}'::text[] not null,
  version integer default 1 not null,
  suspended_at timestamp with time zone,
  created_at timestamp with time zone default now() not null,
  updated_at timestamp with time zone default now() not null,
  withdraws_from timestamp with time zone,
  constraint api_keys_pkey PRIMARY KEY (id),
  constraint api_keys_key_digest_key UNIQUE (key_digest),
  constraint api_keys_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id),
  constraint api_keys_former_digest_check CHECK ((octet_length(former_digest) = 32)),
  constraint api_keys_key_digest_check CHECK ((octet_length(key_digest) = 32)),
  constraint api_keys_name_check CHECK (((length(name) >= 1) AND (length(name) <= 100))),
  constraint api_keys_permissions_check CHECK (((cardinality(permissions) > 0) AND (permissions <@ ARRAY['read'::text, 'trade'::text, 'withdraw'::text])))
);
CREATE INDEX api_keys_of_user ON public.api_keys USING btree (user_id, id);

create table app_keys (
  key_id text not null,
  seen_at timestamp with time zone default now() not null,
  constraint app_keys_pkey PRIMARY KEY (key_id),
  constraint app_keys_key_id_check CHECK ((length(key_id) = 8))
);

create table app_recoveries (
  id bigint generated always as identity not null,
  user_id bigint not null,
  state text default 'proposed'::text not null,
  due_at timestamp with time zone,
  ended_by bigint,
  ended_at timestamp with time zone,
  created_at timestamp with time zone default now() not null,
  constraint app_recoveries_pkey PRIMARY KEY (id),
  constraint app_recoveries_ended_by_fkey FOREIGN KEY (ended_by) REFERENCES operators(id),
  constraint app_recoveries_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id),
  constraint app_recoveries_check CHECK (((due_at IS NOT NULL) OR (state = ANY (ARRAY['proposed'::text, 'stopped'::text, 'void'::text])))),
  constraint app_recoveries_check1 CHECK (((ended_at IS NULL) = (state = ANY (ARRAY['proposed'::text, 'agreed'::text])))),
  constraint app_recoveries_state_check CHECK ((state = ANY (ARRAY['proposed'::text, 'agreed'::text, 'recovered'::text, 'stopped'::text, 'void'::text])))
);
CREATE INDEX app_recoveries_due ON public.app_recoveries USING btree (due_at) WHERE (state = 'agreed'::text);
CREATE UNIQUE INDEX app_recoveries_open ON public.app_recoveries USING btree (user_id) WHERE (state = ANY (ARRAY['proposed'::text, 'agreed'::text]));

create table asset_details (
  asset_id smallint not null,
  about text not null,
  about_id text not null,
  website text,
  whitepaper text,
  explorer text,
  since smallint,
  constraint asset_details_pkey PRIMARY KEY (asset_id),
  constraint asset_details_asset_id_fkey FOREIGN KEY (asset_id) REFERENCES assets(id),
  constraint asset_details_explorer_check CHECK ((explorer ~ '^https://'::text)),
  constraint asset_details_since_check CHECK (((since >= 1900) AND (since <= 2100))),
  constraint asset_details_website_check CHECK ((website ~ '^https://'::text)),
  constraint asset_details_whitepaper_check CHECK ((whitepaper ~ '^https://'::text))
);

create table assets (
  id smallint not null,
  symbol text not null,
  name text not null,
  kind text not null,
  scale smallint not null,
  active boolean default true not null,
  state text default 'trading'::text not null,
  state_since timestamp with time zone default now() not null,
  withdrawal_fee units0 default 0 not null,
  supply_cap units0 not null,
  daily_withdrawal_limit units0,
  sort smallint default 0 not null,
  constraint assets_pkey PRIMARY KEY (id),
  constraint assets_symbol_key UNIQUE (symbol),
  constraint assets_daily_withdrawal_limit_check CHECK (((kind = 'COIN'::text) = (daily_withdrawal_limit IS NOT NULL))),
  constraint assets_kind_check CHECK ((kind = ANY (ARRAY['FIAT'::text, 'COIN'::text]))),
  constraint assets_scale_check CHECK (((scale >= 0) AND (scale <= 18))),
  constraint assets_state_check CHECK ((state = ANY (ARRAY['announced'::text, 'trading'::text, 'sell-only'::text, 'withdraw-only'::text, 'delisted'::text]))),
  constraint assets_symbol_check CHECK ((symbol ~ '^[A-Z0-9]{2,12}$'::text))
);

create table audits (
  id bigint generated always as identity not null,
  at timestamp with time zone default now() not null,
  scope text not null,
  upto_tx bigint not null,
  breaches jsonb not null,
  took_ms integer not null,
  constraint audits_pkey PRIMARY KEY (id),
  constraint audits_scope_check CHECK ((scope = ANY (ARRAY['recent'::text, 'full'::text])))
);

create table balances (
  user_id bigint not null,
  asset_id smallint not null,
  available units0 default 0 not null,
  locked units0 default 0 not null,
  constraint balances_pkey PRIMARY KEY (user_id, asset_id),
  constraint balances_asset_id_fkey FOREIGN KEY (asset_id) REFERENCES assets(id),
  constraint balances_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id)
);

create table bank_accounts (
  id bigint generated always as identity not null,
  user_id bigint not null,
  bank_id text not null,
  bank_name text not null,
  account text not null,
  bank_owner text not null,
  address text not null,
  created_at timestamp with time zone default now() not null,
  changed_at timestamp with time zone default now() not null,
  constraint bank_accounts_pkey PRIMARY KEY (id),
  constraint bank_accounts_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id),
  constraint bank_accounts_account_check CHECK ((account ~ '^[0-9]{1,34}$'::text)),
  constraint bank_accounts_address_check CHECK (((length(address) >= 1) AND (length(address) <= 255))),
  constraint bank_accounts_bank_id_check CHECK (((length(bank_id) >= 1) AND (length(bank_id) <= 32))),
  constraint bank_accounts_bank_name_check CHECK (((length(bank_name) >= 1) AND (length(bank_name) <= 100))),
  constraint bank_accounts_bank_owner_check CHECK (((length(bank_owner) >= 1) AND (length(bank_owner) <= 100)))
);
CREATE INDEX bank_accounts_by_number ON public.bank_accounts USING btree (account);
CREATE INDEX bank_accounts_of_user ON public.bank_accounts USING btree (user_id);

create table banks (
  id smallint not null,
  code text not null,
  name text not null,
  short_name text not null,
  kind text not null,
  payx_va_code text,
  payx_payout_code text,
  payd_code text,
  account_min_digits smallint,
  account_max_digits smallint,
  active boolean default true not null,
  constraint banks_pkey PRIMARY KEY (id),
  constraint banks_code_key UNIQUE (code),
  constraint banks_name_key UNIQUE (name),
  constraint banks_payd_code_key UNIQUE (payd_code),
  constraint banks_payx_payout_code_key UNIQUE (payx_payout_code),
  constraint banks_payx_va_code_key UNIQUE (payx_va_code),
  constraint banks_short_name_key UNIQUE (short_name),
  constraint banks_check CHECK ((id = (code)::integer)),
  constraint banks_check1 CHECK (((account_min_digits >= 1) AND (account_min_digits <= account_max_digits))),
  constraint banks_code_check CHECK ((code ~ '^[0-9]{3,4}$'::text)),
  constraint banks_id_check CHECK ((id > 0)),
  constraint banks_kind_check CHECK ((kind = ANY (ARRAY['BANK'::text, 'WALLET'::text])))
);

create table banners (
  id bigint generated always as identity not null,
  title_id text not null,
  title_en text not null,
  image text not null,
  link text,
  status text default 'INACTIVE'::text not null,
  position integer default 0 not null,
  created_at timestamp with time zone default now() not null,
  updated_at timestamp with time zone default now() not null,
  constraint banners_pkey PRIMARY KEY (id),
  constraint banners_image_check CHECK (((length(image) >= 1) AND (length(image) <= 2000))),
  constraint banners_link_check CHECK (((length(link) >= 1) AND (length(link) <= 2000))),
  constraint banners_status_check CHECK ((status = ANY (ARRAY['ACTIVE'::text, 'INACTIVE'::text]))),
  constraint banners_title_en_check CHECK (((length(title_en) >= 1) AND (length(title_en) <= 200))),
  constraint banners_title_id_check CHECK (((length(title_id) >= 1) AND (length(title_id) <= 200)))
);

create table breaks (
  id bigint generated always as identity not null,
  provider text not null,
  kind text not null,
  subject text not null,
  asset text,
  theirs text not null,
  ours text not null,
  since timestamp with time zone default now() not null,
  last_seen timestamp with time zone default now() not null,
  alerted_at timestamp with time zone,
  stopped_at timestamp with time zone,
  stopped_worth_idr units0,
  owned_at timestamp with time zone,
  resolved_at timestamp with time zone,
  constraint breaks_pkey PRIMARY KEY (id),
  constraint breaks_kind_check CHECK ((kind = ANY (ARRAY['balance'::text, 'unlisted-asset'::text, 'transfer'::text, 'sent-twice'::text, 'payment'::text, 'withdrawal-overdue'::text, 'withdrawal-in-doubt'::text, 'hold-overdue'::text]))),
  constraint breaks_provider_check CHECK ((provider = ANY (ARRAY['custody'::text, 'payx'::text, 'payd'::text, 'house'::text, 'venue'::text]))),
  constraint breaks_subject_check CHECK (((length(subject) >= 1) AND (length(subject) <= 200)))
);
CREATE UNIQUE INDEX breaks_open ON public.breaks USING btree (provider, kind, subject) WHERE (resolved_at IS NULL);

create table carf_figures (
  report_id bigint not null,
  user_id bigint not null,
  asset_id smallint not null,
  category text not null,
  transactions bigint not null,
  units units0 not null,
  amount_idr units0 not null,
  constraint carf_figures_pkey PRIMARY KEY (report_id, user_id, asset_id, category),
  constraint carf_figures_asset_id_fkey FOREIGN KEY (asset_id) REFERENCES assets(id),
  constraint carf_figures_report_id_user_id_fkey FOREIGN KEY (report_id, user_id) REFERENCES carf_records(report_id, user_id),
  constraint carf_figures_category_check CHECK ((category = ANY (ARRAY['fiat-acquired'::text, 'fiat-disposed'::text, 'coin-acquired'::text, 'coin-disposed'::text, 'transfer-in'::text, 'transfer-out'::text, 'wallet-out'::text]))),
  constraint carf_figures_transactions_check CHECK ((transactions > 0))
);

create table carf_records (
  report_id bigint not null,
  user_id bigint not null,
  kind text not null,
  corrects bigint,
  certification_id bigint,
  constraint carf_records_pkey PRIMARY KEY (report_id, user_id),
  constraint carf_records_certification_id_fkey FOREIGN KEY (certification_id) REFERENCES self_certifications(id),
  constraint carf_records_corrects_fkey FOREIGN KEY (corrects) REFERENCES carf_reports(id),
  constraint carf_records_report_id_fkey FOREIGN KEY (report_id) REFERENCES carf_reports(id),
  constraint carf_records_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id),
  constraint carf_records_check CHECK (((kind = 'new'::text) = (corrects IS NULL))),
  constraint carf_records_kind_check CHECK ((kind = ANY (ARRAY['new'::text, 'correction'::text, 'deletion'::text])))
);
CREATE INDEX carf_records_of_certification ON public.carf_records USING btree (certification_id) WHERE (certification_id IS NOT NULL);

create table carf_reports (
  id bigint generated always as identity not null,
  year smallint not null,
  is_correction boolean not null,
  state text default 'drawing'::text not null,
  requested_by bigint not null,
  requested_at timestamp with time zone default now() not null,
  upto_user bigint default 0 not null,
  drawn_at timestamp with time zone,
  unvalued bigint default 0 not null,
  unidentified bigint default 0 not null,
  checked text,
  problems text,
  released_at timestamp with time zone,
  constraint carf_reports_pkey PRIMARY KEY (id),
  constraint carf_reports_requested_by_fkey FOREIGN KEY (requested_by) REFERENCES operators(id),
  constraint carf_reports_check CHECK (((state = 'released'::text) = (released_at IS NOT NULL))),
  constraint carf_reports_checked_check CHECK ((checked = ANY (ARRAY['valid'::text, 'invalid'::text, 'unchecked'::text]))),
  constraint carf_reports_state_check CHECK ((state = ANY (ARRAY['drawing'::text, 'drawn'::text, 'proposed'::text, 'released'::text, 'discarded'::text]))),
  constraint carf_reports_year_check CHECK (((year >= 2020) AND (year <= 2100)))
);
CREATE UNIQUE INDEX carf_reports_open ON public.carf_reports USING btree (year) WHERE (state = ANY (ARRAY['drawing'::text, 'drawn'::text, 'proposed'::text]));

create table cash_deposits (
  id bigint generated always as identity not null,
  user_id bigint,
  provider text not null,
  provider_ref text not null,
  method text not null,
  status text not null,
  amount units0 not null,
  fee units0 default 0 not null,
  bank_code text,
  account_number text,
  proof_object text,
  proof_digest bytea,
  details text,
  review text,
  reason text,
  created_at timestamp with time zone default now() not null,
  updated_at timestamp with time zone default now() not null,
  completed_at timestamp with time zone,
  constraint cash_deposits_pkey PRIMARY KEY (id),
  constraint cash_deposits_provider_provider_ref_key UNIQUE (provider, provider_ref),
  constraint cash_deposits_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id),
  constraint cash_deposits_method_check CHECK ((method = ANY (ARRAY['VA'::text, 'QRIS'::text, 'ORDER'::text, 'MANUAL'::text]))),
  constraint cash_deposits_provider_check CHECK ((provider = ANY (ARRAY['payx'::text, 'payd'::text, 'manual'::text]))),
  constraint cash_deposits_status_check CHECK ((status = ANY (ARRAY['PENDING'::text, 'COMPLETED'::text, 'REJECTED'::text])))
);
CREATE INDEX cash_deposits_by_amount ON public.cash_deposits USING btree (amount, id) WHERE (provider = 'manual'::text);
CREATE INDEX cash_deposits_changed ON public.cash_deposits USING btree (user_id, updated_at) WHERE (updated_at > created_at);
CREATE INDEX cash_deposits_claimed ON public.cash_deposits USING btree (id) WHERE (provider = 'manual'::text);
CREATE INDEX cash_deposits_credited_claims ON public.cash_deposits USING btree (user_id, completed_at) WHERE ((provider = 'manual'::text) AND (status = 'COMPLETED'::text));
CREATE INDEX cash_deposits_manual ON public.cash_deposits USING btree (created_at) WHERE (provider = 'manual'::text);
CREATE INDEX cash_deposits_of_user ON public.cash_deposits USING btree (user_id, created_at DESC, id DESC) WHERE (user_id IS NOT NULL);
CREATE INDEX cash_deposits_proofs ON public.cash_deposits USING btree (proof_digest) WHERE (proof_digest IS NOT NULL);
CREATE INDEX cash_deposits_recent ON public.cash_deposits USING brin (created_at);
CREATE INDEX cash_deposits_to_decide ON public.cash_deposits USING btree (id) WHERE ((provider = 'manual'::text) AND (status = 'PENDING'::text));

create table certification_reminders (
  due date not null,
  days smallint not null,
  last_user bigint default 0 not null,
  constraint certification_reminders_pkey PRIMARY KEY (due, days),
  constraint certification_reminders_days_check CHECK ((days >= 0))
);

create table checkpoint_sums (
  before timestamp with time zone not null,
  kind smallint not null,
  asset_id smallint not null,
  into_units units0 not null,
  out_units units0 not null,
  constraint checkpoint_sums_pkey PRIMARY KEY (before, kind, asset_id),
  constraint checkpoint_sums_asset_id_fkey FOREIGN KEY (asset_id) REFERENCES assets(id),
  constraint checkpoint_sums_before_fkey FOREIGN KEY (before) REFERENCES ledger_checkpoints(before),
  constraint checkpoint_sums_kind_fkey FOREIGN KEY (kind) REFERENCES account_kinds(id)
);
CREATE TRIGGER checkpoint_sums_append_only BEFORE DELETE OR UPDATE OR TRUNCATE ON public.checkpoint_sums FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();

create table coin_addresses (
  id bigint generated always as identity not null,
  user_id bigint not null,
  asset_id smallint not null,
  network text not null,
  address text not null,
  legacy_address text,
  tag text,
  created_at timestamp with time zone default now() not null,
  constraint coin_addresses_pkey PRIMARY KEY (id),
  constraint coin_addresses_asset_id_network_address_tag_key UNIQUE NULLS NOT DISTINCT (asset_id, network, address, tag),
  constraint coin_addresses_asset_id_network_legacy_address_tag_user_id_key UNIQUE NULLS NOT DISTINCT (asset_id, network, legacy_address, tag, user_id),
  constraint coin_addresses_user_id_asset_id_network_key UNIQUE (user_id, asset_id, network),
  constraint coin_addresses_asset_id_network_fkey FOREIGN KEY (asset_id, network) REFERENCES networks(asset_id, network),
  constraint coin_addresses_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id),
  constraint coin_addresses_address_check CHECK (((length(address) >= 1) AND (length(address) <= 200))),
  constraint coin_addresses_legacy_address_check CHECK (((length(legacy_address) >= 1) AND (length(legacy_address) <= 200))),
  constraint coin_addresses_tag_check CHECK (((length(tag) >= 1) AND (length(tag) <= 100)))
);
CREATE INDEX coin_addresses_by_legacy ON public.coin_addresses USING btree (network, legacy_address) WHERE (legacy_address IS NOT NULL);
CREATE INDEX coin_addresses_by_place ON public.coin_addresses USING btree (network, address);

create table coin_deposits (
  id bigint generated always as identity not null,
  user_id bigint,
  asset_id smallint not null,
  network text not null,
  custody_id text not null,
  output integer default 0 not null,
  tx_hash text not null,
  address text not null,
  tag text,
  amount units0 not null,
  status text not null,
  custody_status text not null,
  review text,
  created_at timestamp with time zone default now() not null,
  updated_at timestamp with time zone default now() not null,
  completed_at timestamp with time zone,
  constraint coin_deposits_pkey PRIMARY KEY (id),
  constraint coin_deposits_custody_id_output_key UNIQUE (custody_id, output),
  constraint coin_deposits_asset_id_network_fkey FOREIGN KEY (asset_id, network) REFERENCES networks(asset_id, network),
  constraint coin_deposits_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id),
  constraint coin_deposits_check CHECK (((status = 'COMPLETED'::text) = (completed_at IS NOT NULL))),
  constraint coin_deposits_custody_id_check CHECK (((length(custody_id) >= 1) AND (length(custody_id) <= 100))),
  constraint coin_deposits_status_check CHECK ((status = ANY (ARRAY['PENDING'::text, 'COMPLETED'::text, 'REJECTED'::text]))),
  constraint coin_deposits_tx_hash_check CHECK (((length(tx_hash) >= 1) AND (length(tx_hash) <= 200)))
);
CREATE INDEX coin_deposits_by_hash ON public.coin_deposits USING btree (tx_hash);
CREATE INDEX coin_deposits_changed ON public.coin_deposits USING btree (user_id, updated_at) WHERE (updated_at > created_at);
CREATE UNIQUE INDEX coin_deposits_of_output ON public.coin_deposits USING btree (network, tx_hash, output, address) WHERE ((status = 'COMPLETED'::text) AND (review IS DISTINCT FROM 'same-output'::text));
CREATE INDEX coin_deposits_of_user ON public.coin_deposits USING btree (user_id, created_at DESC, id DESC) INCLUDE (asset_id) WHERE (user_id IS NOT NULL);

create table compared (
  kind text not null,
  reference text not null,
  agrees boolean not null,
  compared_at timestamp with time zone default now() not null,
  constraint compared_pkey PRIMARY KEY (kind, reference),
  constraint compared_kind_check CHECK ((kind = ANY (ARRAY['withdrawal'::text, 'payd-order'::text])))
);

create table comparisons (
  provider text not null,
  asset_id smallint not null,
  slot timestamp with time zone not null,
  compared_at timestamp with time zone default now() not null,
  ours numeric not null,
  theirs numeric not null,
  agrees boolean not null,
  widest numeric not null,
  constraint comparisons_pkey PRIMARY KEY (provider, asset_id, slot),
  constraint comparisons_asset_id_fkey FOREIGN KEY (asset_id) REFERENCES assets(id),
  constraint comparisons_ours_check CHECK ((ours <> 'NaN'::numeric)),
  constraint comparisons_provider_check CHECK ((provider = ANY (ARRAY['custody'::text, 'payx'::text, 'venue'::text]))),
  constraint comparisons_theirs_check CHECK ((theirs <> 'NaN'::numeric)),
  constraint comparisons_widest_check CHECK ((widest <> 'NaN'::numeric))
);
CREATE INDEX comparisons_by_slot ON public.comparisons USING btree (slot);

create table counters (
  key character varying(255) not null,
  points integer default 0 not null,
  expire bigint,
  constraint counters_pkey PRIMARY KEY (key)
);
CREATE INDEX counters_expire ON public.counters USING btree (expire);

create table countries (
  id smallint not null,
  iso2 text not null,
  iso3 text not null,
  name text not null,
  name_id text not null,
  dial_code text,
  active boolean default true not null,
  constraint countries_pkey PRIMARY KEY (id),
  constraint countries_iso2_key UNIQUE (iso2),
  constraint countries_iso3_key UNIQUE (iso3),
  constraint countries_dial_code_check CHECK ((dial_code ~ '^[1-9][0-9]{0,2}$'::text)),
  constraint countries_id_check CHECK (((id >= 1) AND (id <= 999))),
  constraint countries_iso2_check CHECK ((iso2 ~ '^[A-Z]{2}$'::text)),
  constraint countries_iso3_check CHECK ((iso3 ~ '^[A-Z]{3}$'::text))
);
CREATE UNIQUE INDEX countries_by_name ON public.countries USING btree (lower(name));
CREATE UNIQUE INDEX countries_by_name_id ON public.countries USING btree (lower(name_id));

create table custody_assets (
  custody_id text not null,
  asset_id smallint not null,
  network text not null,
  tagged boolean default false not null,
  main boolean not null,
  constraint custody_assets_pkey PRIMARY KEY (custody_id),
  constraint custody_assets_asset_id_network_fkey FOREIGN KEY (asset_id, network) REFERENCES networks(asset_id, network)
);
CREATE UNIQUE INDEX custody_assets_main ON public.custody_assets USING btree (asset_id, network) WHERE main;

create table custody_vaults (
  user_id bigint not null,
  vault_id text not null,
  created_at timestamp with time zone default now() not null,
  constraint custody_vaults_pkey PRIMARY KEY (user_id),
  constraint custody_vaults_vault_id_key UNIQUE (vault_id),
  constraint custody_vaults_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id)
);

create table day_flows (
  day date not null,
  flow text not null,
  method text not null,
  asset_id smallint not null,
  units units not null,
  items integer not null,
  constraint day_flows_flow_check CHECK ((flow = ANY (ARRAY['in'::text, 'out'::text, 'trade'::text, 'fees'::text]))),
  constraint day_flows_items_check CHECK ((items > 0)),
  constraint day_flows_method_check CHECK (((length(method) >= 1) AND (length(method) <= 30)))
);

create table day_people (
  day date not null,
  signed_up integer not null,
  verified integer not null,
  constraint day_people_pkey PRIMARY KEY (day),
  constraint day_people_signed_up_check CHECK ((signed_up >= 0)),
  constraint day_people_verified_check CHECK ((verified >= 0))
);

create table day_totals (
  day date not null,
  flow text not null,
  method text not null,
  asset_id smallint not null,
  units units not null,
  items integer not null,
  worth_idr units default 0 not null,
  unpriced units default 0 not null,
  constraint day_totals_pkey PRIMARY KEY (day, flow, method, asset_id),
  constraint day_totals_asset_id_fkey FOREIGN KEY (asset_id) REFERENCES assets(id),
  constraint day_totals_flow_check CHECK ((flow = ANY (ARRAY['in'::text, 'out'::text, 'trade'::text, 'fees'::text]))),
  constraint day_totals_method_check CHECK (((length(method) >= 1) AND (length(method) <= 30)))
);

create table deployment (
  id smallint not null,
  sealed_lookup_key text not null,
  system_identifier bigint not null,
  timeline bigint not null,
  constraint deployment_pkey PRIMARY KEY (id),
  constraint deployment_id_check CHECK ((id = 1))
);

create table deposit_digits (
  day date not null,
  given integer not null,
  constraint deposit_digits_pkey PRIMARY KEY (day),
  constraint deposit_digits_given_check CHECK ((given > 0))
);

create table deposit_looks (
  user_id bigint not null,
  looked_at timestamp with time zone default now() not null,
  constraint deposit_looks_pkey PRIMARY KEY (user_id),
  constraint deposit_looks_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id)
);
CREATE INDEX deposit_looks_by_time ON public.deposit_looks USING btree (looked_at);

create table detached_sums (
  kind smallint not null,
  user_id bigint not null,
  asset_id smallint not null,
  units units not null,
  constraint detached_sums_pkey PRIMARY KEY (kind, user_id, asset_id)
);

create table devices (
  user_id bigint not null,
  digest bytea not null,
  agent bytea not null,
  network text not null,
  key_kept boolean default false not null,
  created_at timestamp with time zone default now() not null,
  used_at timestamp with time zone default now() not null,
  constraint devices_pkey PRIMARY KEY (user_id, digest),
  constraint devices_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id),
  constraint devices_agent_check CHECK ((octet_length(agent) = 32)),
  constraint devices_digest_check CHECK ((octet_length(digest) = 32)),
  constraint devices_network_check CHECK (((length(network) >= 1) AND (length(network) <= 100)))
);
CREATE INDEX devices_by_digest ON public.devices USING btree (digest);
CREATE INDEX devices_by_use ON public.devices USING btree (used_at);

create table dictionaries (
  id bigint generated always as identity not null,
  type text not null,
  value text not null,
  label_id text not null,
  label_en text not null,
  is_chinese boolean default false not null,
  position integer default 0 not null,
  created_at timestamp with time zone default now() not null,
  updated_at timestamp with time zone default now() not null,
  constraint dictionaries_pkey PRIMARY KEY (id),
  constraint dictionaries_type_value_key UNIQUE (type, value),
  constraint dictionaries_label_en_check CHECK (((length(label_en) >= 1) AND (length(label_en) <= 200))),
  constraint dictionaries_label_id_check CHECK (((length(label_id) >= 1) AND (length(label_id) <= 200))),
  constraint dictionaries_type_check CHECK ((type = ANY (ARRAY['language'::text, 'currency'::text, 'occupation'::text, 'source_of_funds'::text, 'purpose'::text, 'gender'::text, 'marital_status'::text, 'religion'::text]))),
  constraint dictionaries_value_check CHECK (((length(value) >= 1) AND (length(value) <= 100)))
);

create table email_verifications (
  digest bytea not null,
  user_id bigint not null,
  expires_at timestamp with time zone not null,
  constraint email_verifications_pkey PRIMARY KEY (digest),
  constraint email_verifications_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id)
);
CREATE INDEX email_verifications_of_user ON public.email_verifications USING btree (user_id);

create table event_attempts (
  id bigint generated always as identity not null,
  subscription_id bigint not null,
  position bigint,
  type text not null,
  at timestamp with time zone default now() not null,
  took_ms integer not null,
  outcome text not null,
  status smallint,
  response text,
  reason text,
  payload text not null,
  constraint event_attempts_pkey PRIMARY KEY (id),
  constraint event_attempts_subscription_id_fkey FOREIGN KEY (subscription_id) REFERENCES event_subscriptions(id),
  constraint event_attempts_outcome_check CHECK ((outcome = ANY (ARRAY['delivered'::text, 'refused'::text, 'failed'::text]))),
  constraint event_attempts_took_ms_check CHECK ((took_ms >= 0))
);
CREATE INDEX event_attempts_by_time ON public.event_attempts USING btree (at);
CREATE INDEX event_attempts_of_subscription ON public.event_attempts USING btree (subscription_id, id);

create table event_facts (
  id bigint generated always as identity not null,
  at timestamp with time zone default now() not null,
  user_id bigint,
  type text not null,
  subject text not null,
  key text,
  item jsonb,
  constraint event_facts_pkey PRIMARY KEY (id)
);

create table event_retries (
  subscription_id bigint not null,
  position bigint not null,
  user_id bigint not null,
  attempts smallint default 0 not null,
  first_at timestamp with time zone default now() not null,
  next_at timestamp with time zone default now() not null,
  dead_at timestamp with time zone,
  constraint event_retries_pkey PRIMARY KEY (subscription_id, "position"),
  constraint event_retries_subscription_id_fkey FOREIGN KEY (subscription_id) REFERENCES event_subscriptions(id)
);
CREATE INDEX event_retries_waiting ON public.event_retries USING btree (subscription_id, user_id, "position") WHERE (dead_at IS NULL);

create table event_sequences (
  user_id bigint not null,
  last bigint not null,
  constraint event_sequences_pkey PRIMARY KEY (user_id),
  constraint event_sequences_last_check CHECK ((last > 0))
);

create table event_subscriptions (
  id bigint generated always as identity not null,
  name text not null,
  url text not null,
  kinds text[] not null,
  user_id bigint,
  personal boolean not null,
  state text not null,
  sealed_keys text not null,
  sealed_former text,
  former_until timestamp with time zone,
  position bigint default 0 not null,
  failures integer default 0 not null,
  failing_since timestamp with time zone,
  retry_at timestamp with time zone,
  created_by bigint not null,
  created_at timestamp with time zone default now() not null,
  ended_at timestamp with time zone,
  change jsonb,
  changed_at timestamp with time zone,
  constraint event_subscriptions_pkey PRIMARY KEY (id),
  constraint event_subscriptions_created_by_fkey FOREIGN KEY (created_by) REFERENCES operators(id),
  constraint event_subscriptions_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id),
  constraint event_subscriptions_check CHECK (((state = 'ended'::text) = (ended_at IS NOT NULL))),
  constraint event_subscriptions_check1 CHECK (((sealed_former IS NULL) = (former_until IS NULL))),
  constraint event_subscriptions_check2 CHECK (((failures = 0) = (failing_since IS NULL))),
  constraint event_subscriptions_check3 CHECK (((change IS NULL) = (changed_at IS NULL))),
  constraint event_subscriptions_check4 CHECK (((change IS NULL) OR (state = ANY (ARRAY['active'::text, 'paused'::text])))),
  constraint event_subscriptions_kinds_check CHECK (((cardinality(kinds) >= 1) AND (cardinality(kinds) <= 100))),
  constraint event_subscriptions_name_check CHECK (((length(name) >= 1) AND (length(name) <= 100))),
  constraint event_subscriptions_state_check CHECK ((state = ANY (ARRAY['proposed'::text, 'active'::text, 'paused'::text, 'ended'::text]))),
  constraint event_subscriptions_url_check CHECK (((length(url) >= 1) AND (length(url) <= 2000)))
);

create table failed_sign_ins (
  id bigint generated always as identity not null,
  user_id bigint,
  reason text not null,
  known_device boolean not null,
  device_name text not null,
  ip text not null,
  at timestamp with time zone default now() not null,
  constraint failed_sign_ins_pkey PRIMARY KEY (id),
  constraint failed_sign_ins_device_name_check CHECK ((length(device_name) <= 200)),
  constraint failed_sign_ins_ip_check CHECK ((length(ip) <= 100)),
  constraint failed_sign_ins_reason_check CHECK ((reason = ANY (ARRAY['wrong-password'::text, 'wrong-code'::text, 'suspended'::text])))
);
CREATE INDEX failed_sign_ins_by_time ON public.failed_sign_ins USING btree (at);
CREATE INDEX failed_sign_ins_of_user ON public.failed_sign_ins USING btree (user_id, at);

create table fee_vats (
  id bigint generated always as identity not null,
  posting_key text not null,
  corrects text,
  user_id bigint not null,
  source text not null,
  asset_id smallint not null,
  fee units not null,
  fee_idr units not null,
  vat_idr units not null,
  rule text not null,
  valued_by text not null,
  valued_at timestamp with time zone not null,
  charged_at timestamp with time zone default now() not null,
  constraint fee_vats_pkey PRIMARY KEY (id),
  constraint fee_vats_posting_key_key UNIQUE (posting_key),
  constraint fee_vats_corrects_fkey FOREIGN KEY (corrects) REFERENCES fee_vats(posting_key),
  constraint fee_vats_posting_key_check CHECK (((length(posting_key) >= 1) AND (length(posting_key) <= 200))),
  constraint fee_vats_rule_check CHECK (((length(rule) >= 1) AND (length(rule) <= 100))),
  constraint fee_vats_signs CHECK (
CASE
    WHEN (corrects IS NULL) THEN (((fee)::numeric > (0)::numeric) AND ((vat_idr)::numeric >= (0)::numeric))
    ELSE (((fee)::numeric < (0)::numeric) AND ((vat_idr)::numeric <= (0)::numeric))
END),
  constraint fee_vats_source_check CHECK ((source = ANY (ARRAY['deposit'::text, 'withdrawal'::text]))),
  constraint fee_vats_valued_by_check CHECK ((valued_by ~ '^(none|rupiah|(venue|operator|sandbox)-(last|median))$'::text))
);
CREATE INDEX fee_vats_by_time ON public.fee_vats USING btree (charged_at);
CREATE INDEX fee_vats_corrections ON public.fee_vats USING btree (corrects) WHERE (corrects IS NOT NULL);
CREATE TRIGGER fee_vats_append_only BEFORE DELETE OR UPDATE OR TRUNCATE ON public.fee_vats FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();

create table files (
  name text not null,
  owner bigint,
  purpose text not null,
  media_type text not null,
  bytes integer not null,
  state text default 'uploading'::text not null,
  sealed_key text not null,
  created_at timestamp with time zone default now() not null,
  stored_at timestamp with time zone,
  constraint files_pkey PRIMARY KEY (name),
  constraint files_owner_fkey FOREIGN KEY (owner) REFERENCES users(id),
  constraint files_bytes_check CHECK ((bytes > 0)),
  constraint files_check CHECK (((state = 'stored'::text) = (stored_at IS NOT NULL))),
  constraint files_media_type_check CHECK ((media_type = ANY (ARRAY['image/jpeg'::text, 'image/png'::text]))),
  constraint files_name_check CHECK ((name ~ '^[0-9a-f]{32}$'::text)),
  constraint files_purpose_check CHECK ((purpose = ANY (ARRAY['ocr'::text, 'liveness'::text, 'selfie'::text, 'ktp'::text, 'vision'::text, 'transfer-proof'::text, 'residential-id'::text, 'banner'::text, 'news'::text]))),
  constraint files_state_check CHECK ((state = ANY (ARRAY['uploading'::text, 'stored'::text])))
);
CREATE INDEX files_of_owner ON public.files USING btree (owner, created_at) WHERE (owner IS NOT NULL);
CREATE INDEX files_uploading ON public.files USING btree (created_at) WHERE (state = 'uploading'::text);

create table fills (
  id bigint generated always as identity not null,
  pair_id smallint not null,
  trade_id text not null,
  side text not null,
  order_id bigint not null,
  user_id bigint not null,
  price numeric(38,18) not null,
  volume units0 not null,
  quote_exact units0 not null,
  commission units0 not null,
  commission_asset text,
  amount units0 not null,
  fee units0 not null,
  tax units0 not null,
  vat_idr units0 not null,
  traded_at timestamp with time zone not null,
  recorded_at timestamp with time zone default now() not null,
  constraint fills_pkey PRIMARY KEY (id),
  constraint fills_pair_id_trade_id_side_key UNIQUE (pair_id, trade_id, side),
  constraint fills_order_id_fkey FOREIGN KEY (order_id) REFERENCES orders(id),
  constraint fills_pair_id_fkey FOREIGN KEY (pair_id) REFERENCES pairs(id),
  constraint fills_price_check CHECK ((price > (0)::numeric)),
  constraint fills_side_check CHECK ((side = ANY (ARRAY['BUY'::text, 'SELL'::text]))),
  constraint fills_trade_id_check CHECK ((trade_id ~ '^[0-9]{1,19}$'::text)),
  constraint fills_volume_check CHECK (((volume)::numeric > (0)::numeric))
);
CREATE INDEX fills_by_time ON public.fills USING btree (traded_at, id);
CREATE INDEX fills_of_order ON public.fills USING btree (order_id, id);
CREATE INDEX fills_of_user ON public.fills USING btree (user_id, traded_at DESC, id DESC);

create table guarded_changes (
  id bigint generated always as identity not null,
  kind text not null,
  subject text not null,
  value_before text not null,
  value text not null,
  state text default 'proposed'::text not null,
  proposed_by bigint not null,
  proposed_at timestamp with time zone default now() not null,
  due_at timestamp with time zone not null,
  expires_at timestamp with time zone not null,
  ended_by bigint,
  ended_at timestamp with time zone,
  constraint guarded_changes_pkey PRIMARY KEY (id),
  constraint guarded_changes_ended_by_fkey FOREIGN KEY (ended_by) REFERENCES operators(id),
  constraint guarded_changes_proposed_by_fkey FOREIGN KEY (proposed_by) REFERENCES operators(id),
  constraint guarded_changes_check CHECK ((value <> value_before)),
  constraint guarded_changes_check1 CHECK ((due_at >= proposed_at)),
  constraint guarded_changes_check2 CHECK ((expires_at > due_at)),
  constraint guarded_changes_delayed CHECK (((state <> 'effective'::text) OR (ended_at >= due_at))),
  constraint guarded_changes_ended CHECK (((state = ANY (ARRAY['proposed'::text, 'agreed'::text])) = (ended_at IS NULL))),
  constraint guarded_changes_kind_check CHECK ((kind = ANY (ARRAY['setting'::text, 'daily-withdrawal-limit'::text, 'supply-cap'::text, 'reference-price'::text, 'pair-state'::text, 'asset-state'::text, 'pair-terms'::text, 'network-terms'::text, 'trading-fees'::text, 'tax-rate'::text, 'asset-active'::text, 'bank-active'::text, 'wallet-status'::text, 'payment-instructions'::text, 'tax-month'::text, 'tax-payment'::text, 'tax-correction'::text, 'ledger-correction'::text]))),
  constraint guarded_changes_state_check CHECK ((state = ANY (ARRAY['proposed'::text, 'agreed'::text, 'effective'::text, 'withdrawn'::text, 'superseded'::text, 'expired'::text, 'void'::text]))),
  constraint guarded_changes_subject_check CHECK (((length(subject) >= 1) AND (length(subject) <= 100)))
);
CREATE INDEX guarded_changes_by_state ON public.guarded_changes USING btree (state, id);
CREATE UNIQUE INDEX guarded_changes_open ON public.guarded_changes USING btree (kind, subject) WHERE (state = ANY (ARRAY['proposed'::text, 'agreed'::text]));

create table history_places (
  user_id bigint not null,
  list text not null,
  page integer not null,
  at timestamp with time zone not null,
  kind smallint not null,
  id bigint not null,
  kept_at timestamp with time zone default now() not null,
  constraint history_places_pkey PRIMARY KEY (user_id, list, page),
  constraint history_places_list_check CHECK (((length(list) >= 1) AND (length(list) <= 200))),
  constraint history_places_page_check CHECK ((page > 1))
);
CREATE INDEX history_places_by_age ON public.history_places USING btree (kept_at);

create table holds (
  id bigint generated always as identity not null,
  user_id bigint not null,
  asset_id smallint not null,
  initial units0 not null,
  consumed units0 default 0 not null,
  released units0 default 0 not null,
  owner_kind text not null,
  owner_id text not null,
  opened_at timestamp with time zone default now() not null,
  closed_at timestamp with time zone,
  constraint holds_pkey PRIMARY KEY (id),
  constraint holds_owner_kind_owner_id_key UNIQUE (owner_kind, owner_id),
  constraint holds_user_id_asset_id_fkey FOREIGN KEY (user_id, asset_id) REFERENCES balances(user_id, asset_id),
  constraint holds_check CHECK ((((consumed)::numeric + (released)::numeric) <= (initial)::numeric)),
  constraint holds_check1 CHECK (((closed_at IS NOT NULL) = (((consumed)::numeric + (released)::numeric) = (initial)::numeric))),
  constraint holds_initial_check CHECK (((initial)::numeric > (0)::numeric))
);
CREATE INDEX holds_open ON public.holds USING btree (user_id, asset_id) WHERE (closed_at IS NULL);

create table house_balances (
  kind smallint not null,
  asset_id smallint not null,
  units units not null,
  constraint house_balances_pkey PRIMARY KEY (kind, asset_id)
);

create table house_horizon (
  id smallint not null,
  tx bigint not null,
  constraint house_horizon_pkey PRIMARY KEY (id),
  constraint house_horizon_id_check CHECK ((id = 1))
);

create table idempotency_keys (
  caller text not null,
  endpoint text not null,
  key text not null,
  request_hash bytea not null,
  claim bytea not null,
  status smallint,
  media_type text,
  answer bytea,
  created_at timestamp with time zone default now() not null,
  node text,
  constraint idempotency_keys_pkey PRIMARY KEY (caller, endpoint, key),
  constraint idempotency_keys_check CHECK (((status IS NULL) = (answer IS NULL))),
  constraint idempotency_keys_check1 CHECK (((status IS NULL) = (media_type IS NULL))),
  constraint idempotency_keys_claim_check CHECK ((length(claim) = 16)),
  constraint idempotency_keys_key_check CHECK (((length(key) >= 1) AND (length(key) <= 64))),
  constraint idempotency_keys_node_check CHECK (((length(node) >= 1) AND (length(node) <= 100))),
  constraint idempotency_keys_request_hash_check CHECK ((length(request_hash) = 32)),
  constraint idempotency_keys_status_check CHECK (((status >= 200) AND (status <= 499)))
);
CREATE INDEX idempotency_keys_by_age ON public.idempotency_keys USING btree (created_at);

create table identity_histories (
  id bigint generated always as identity not null,
  user_id bigint not null,
  service text not null,
  transaction_id text not null,
  status text not null,
  digest bytea not null,
  sealed_request text not null,
  sealed_response text,
  object_names text[] default '{}'::text[] not null,
  ocr_id bigint,
  created_at timestamp with time zone default now() not null,
  updated_at timestamp with time zone default now() not null,
  name_words text[] default '{}'::text[] not null,
  constraint identity_histories_pkey PRIMARY KEY (id),
  constraint identity_histories_ocr_id_fkey FOREIGN KEY (ocr_id) REFERENCES identity_histories(id) ON DELETE SET NULL,
  constraint identity_histories_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id),
  constraint identity_histories_digest_check CHECK ((octet_length(digest) = 32)),
  constraint identity_histories_service_check CHECK ((service = ANY (ARRAY['OCR'::text, 'LIVENESS'::text, 'REGISTRATION'::text]))),
  constraint identity_histories_status_check CHECK ((status = ANY (ARRAY['STARTED'::text, 'ANSWERED'::text, 'UNKNOWN'::text, 'PENDING'::text, 'SUCCESS'::text, 'FAILED'::text]))),
  constraint identity_histories_transaction_id_check CHECK (((length(transaction_id) >= 1) AND (length(transaction_id) <= 36)))
);
CREATE INDEX identity_histories_by_age ON public.identity_histories USING btree (created_at);
CREATE INDEX identity_histories_by_state ON public.identity_histories USING btree (status, id) WHERE (service = 'REGISTRATION'::text);
CREATE INDEX identity_histories_named ON public.identity_histories USING gin (name_words) WHERE ((service = 'REGISTRATION'::text) AND (status = 'SUCCESS'::text));
CREATE INDEX identity_histories_of_card ON public.identity_histories USING btree (ocr_id) WHERE (ocr_id IS NOT NULL);
CREATE INDEX identity_histories_of_user ON public.identity_histories USING btree (user_id, service, id);
CREATE INDEX identity_histories_registrations ON public.identity_histories USING btree (id) WHERE (service = 'REGISTRATION'::text);
CREATE UNIQUE INDEX identity_liveness_under_way ON public.identity_histories USING btree (user_id) WHERE ((service = 'LIVENESS'::text) AND (status = 'STARTED'::text));

create table identity_numbers (
  digest bytea not null,
  user_id bigint not null,
  history_id bigint,
  created_at timestamp with time zone default now() not null,
  constraint identity_numbers_pkey PRIMARY KEY (digest),
  constraint identity_numbers_history_id_fkey FOREIGN KEY (history_id) REFERENCES identity_histories(id) ON DELETE SET NULL,
  constraint identity_numbers_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id),
  constraint identity_numbers_digest_check CHECK ((octet_length(digest) = 32))
);
CREATE INDEX identity_numbers_of_history ON public.identity_numbers USING btree (history_id);
CREATE INDEX identity_numbers_of_user ON public.identity_numbers USING btree (user_id);

create table identity_registrations (
  user_id bigint not null,
  history_id bigint not null,
  account_id text,
  sealed_parcel bytea,
  sealed_parcel_key text,
  tries smallint default 0 not null,
  next_at timestamp with time zone not null,
  constraint identity_registrations_pkey PRIMARY KEY (user_id),
  constraint identity_registrations_history_id_key UNIQUE (history_id),
  constraint identity_registrations_history_id_fkey FOREIGN KEY (history_id) REFERENCES identity_histories(id),
  constraint identity_registrations_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id),
  constraint identity_registrations_check CHECK (((account_id IS NULL) = (sealed_parcel IS NOT NULL))),
  constraint identity_registrations_check1 CHECK (((sealed_parcel IS NULL) = (sealed_parcel_key IS NULL)))
);
CREATE INDEX identity_registrations_due ON public.identity_registrations USING btree (next_at);

create table inbox (
  id bigint generated always as identity not null,
  received_at timestamp with time zone default now() not null,
  applied_at timestamp with time zone,
  next_at timestamp with time zone,
  bodies_id bigint,
  place smallint,
  attempts smallint default 0 not null,
  source text not null,
  event_key text not null,
  state text not null,
  encoding text default 'utf8'::text not null,
  outcome text,
  body text,
  error text,
  constraint inbox_pkey PRIMARY KEY (id),
  constraint inbox_check CHECK (((state = 'pending'::text) = (next_at IS NOT NULL))),
  constraint inbox_check1 CHECK (((state = 'done'::text) = (applied_at IS NOT NULL))),
  constraint inbox_check2 CHECK ((((body IS NULL) = (bodies_id IS NOT NULL)) AND ((body IS NULL) = (place IS NOT NULL)))),
  constraint inbox_check3 CHECK (((body IS NOT NULL) OR (state = 'done'::text))),
  constraint inbox_encoding_check CHECK ((encoding = ANY (ARRAY['utf8'::text, 'base64'::text]))),
  constraint inbox_event_key_check CHECK (((length(event_key) >= 1) AND (length(event_key) <= 200))),
  constraint inbox_state_check CHECK ((state = ANY (ARRAY['pending'::text, 'done'::text, 'parked'::text])))
) partition by RANGE (id);
create table inbox_0 partition of inbox for values from ('0') to ('4194304');
create table inbox_4194304 partition of inbox for values from ('4194304') to (maxvalue);
CREATE INDEX inbox_applied_later ON public.inbox USING btree (applied_at) WHERE (applied_at > received_at);
CREATE INDEX inbox_parked ON public.inbox USING btree (id) WHERE (state = 'parked'::text);
CREATE INDEX inbox_payouts ON public.inbox USING btree (event_key text_pattern_ops) WHERE (source = 'payx.payout'::text);
CREATE INDEX inbox_pending ON public.inbox USING btree (id) WHERE (state = 'pending'::text);
CREATE INDEX inbox_unbooking ON public.inbox USING btree (event_key text_pattern_ops) WHERE (outcome <> ALL (ARRAY['credited'::text, 'settled'::text]));

create table inbox_bodies (
  id bigint default nextval('inbox_id_seq'::regclass) not null,
  bodies text not null,
  constraint inbox_bodies_pkey PRIMARY KEY (id)
) partition by RANGE (id);
create table inbox_bodies_0 partition of inbox_bodies for values from ('0') to ('4194304');
create table inbox_bodies_4194304 partition of inbox_bodies for values from ('4194304') to (maxvalue);

create table inbox_keys (
  digest uuid not null,
  constraint inbox_keys_pkey PRIMARY KEY (digest)
);

create table inbox_redeliveries (
  digest uuid not null,
  times integer default 1 not null,
  last_at timestamp with time zone default now() not null,
  constraint inbox_redeliveries_pkey PRIMARY KEY (digest),
  constraint inbox_redeliveries_times_check CHECK ((times > 0))
);

create table inquiries (
  id bigint generated always as identity not null,
  subject text not null,
  first_name text not null,
  last_name text not null,
  email text not null,
  phone text not null,
  message text not null,
  created_at timestamp with time zone default now() not null,
  state text default 'open'::text not null,
  closed_by bigint,
  closed_at timestamp with time zone,
  constraint inquiries_pkey PRIMARY KEY (id),
  constraint inquiries_closed_by_fkey FOREIGN KEY (closed_by) REFERENCES operators(id),
  constraint inquiries_closed CHECK ((((state = 'closed'::text) = (closed_at IS NOT NULL)) AND ((closed_by IS NULL) = (closed_at IS NULL)))),
  constraint inquiries_email_check CHECK (((length(email) >= 3) AND (length(email) <= 255))),
  constraint inquiries_first_name_check CHECK (((length(first_name) >= 3) AND (length(first_name) <= 255))),
  constraint inquiries_last_name_check CHECK (((length(last_name) >= 3) AND (length(last_name) <= 255))),
  constraint inquiries_message_check CHECK (((length(message) >= 5) AND (length(message) <= 5000))),
  constraint inquiries_phone_check CHECK (((length(phone) >= 5) AND (length(phone) <= 255))),
  constraint inquiries_state_check CHECK ((state = ANY (ARRAY['open'::text, 'closed'::text]))),
  constraint inquiries_subject_check CHECK (((length(subject) >= 1) AND (length(subject) <= 255)))
);
CREATE INDEX inquiries_by_state ON public.inquiries USING btree (state, id);

create table inquiry_answers (
  id bigint generated always as identity not null,
  inquiry_id bigint not null,
  operator_id bigint not null,
  lang text not null,
  message text not null,
  created_at timestamp with time zone default now() not null,
  constraint inquiry_answers_pkey PRIMARY KEY (id),
  constraint inquiry_answers_inquiry_id_fkey FOREIGN KEY (inquiry_id) REFERENCES inquiries(id),
  constraint inquiry_answers_operator_id_fkey FOREIGN KEY (operator_id) REFERENCES operators(id),
  constraint inquiry_answers_lang_check CHECK ((lang = ANY (ARRAY['id'::text, 'en'::text]))),
  constraint inquiry_answers_message_check CHECK (((length(message) >= 1) AND (length(message) <= 5000)))
);
CREATE INDEX inquiry_answers_of_inquiry ON public.inquiry_answers USING btree (inquiry_id, id);

create table leader (
  id integer not null,
  epoch bigint default 0 not null,
  node text,
  url text,
  since timestamp with time zone,
  constraint leader_pkey PRIMARY KEY (id),
  constraint leader_id_check CHECK ((id = 1))
);

create table leader_beat (
  id integer not null,
  at timestamp with time zone not null,
  pid integer not null,
  constraint leader_beat_pkey PRIMARY KEY (id),
  constraint leader_beat_id_check CHECK ((id = 1))
);

create table ledger_checkpoints (
  before timestamp with time zone not null,
  since_id bigint not null,
  constraint ledger_checkpoints_pkey PRIMARY KEY (before)
);
CREATE TRIGGER ledger_checkpoints_append_only BEFORE DELETE OR UPDATE OR TRUNCATE ON public.ledger_checkpoints FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();

create table ledger_closed (
  id smallint not null,
  before timestamp with time zone not null,
  next_before timestamp with time zone not null,
  next_tx bigint not null,
  constraint ledger_closed_pkey PRIMARY KEY (id),
  constraint ledger_closed_id_check CHECK ((id = 1))
);

create table ledger_links (
  id bigint not null,
  at timestamp with time zone not null,
  above bigint not null,
  upto bigint not null,
  posting_hashes bytea not null,
  move_hashes bytea not null,
  posting_prints bytea not null,
  move_prints bytea not null,
  tx_hash bytea,
  previous bytea not null,
  hash bytea not null,
  constraint ledger_links_pkey PRIMARY KEY (id),
  constraint ledger_links_hash_key UNIQUE (hash),
  constraint ledger_links_check CHECK ((upto > above)),
  constraint ledger_links_hash_check CHECK ((length(hash) = 32)),
  constraint ledger_links_id_check CHECK ((id > 0)),
  constraint ledger_links_move_hashes_check CHECK ((length(move_hashes) = (10 * 32))),
  constraint ledger_links_posting_hashes_check CHECK ((length(posting_hashes) = (4 * 32))),
  constraint ledger_links_previous_check CHECK ((length(previous) = 32)),
  constraint ledger_links_tx_hash_check CHECK ((length(tx_hash) = 32))
);
CREATE TRIGGER ledger_links_append_only BEFORE DELETE OR UPDATE OR TRUNCATE ON public.ledger_links FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();

create table ledger_seal_keys (
  id text not null,
  public_key bytea not null,
  constraint ledger_seal_keys_pkey PRIMARY KEY (id),
  constraint ledger_seal_keys_public_key_check CHECK ((length(public_key) = 32))
);
CREATE TRIGGER ledger_seal_keys_append_only BEFORE DELETE OR UPDATE OR TRUNCATE ON public.ledger_seal_keys FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();

create table ledger_seals (
  day date not null,
  at timestamp with time zone not null,
  link bigint not null,
  link_hash bytea not null,
  totals jsonb not null,
  key_id text not null,
  signature bytea not null,
  constraint ledger_seals_pkey PRIMARY KEY (day),
  constraint ledger_seals_link_key UNIQUE (link),
  constraint ledger_seals_key_id_fkey FOREIGN KEY (key_id) REFERENCES ledger_seal_keys(id),
  constraint ledger_seals_link_fkey FOREIGN KEY (link) REFERENCES ledger_links(id),
  constraint ledger_seals_signature_check CHECK ((length(signature) = 64))
);
CREATE TRIGGER ledger_seals_append_only BEFORE DELETE OR UPDATE OR TRUNCATE ON public.ledger_seals FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();

create table liability_leaves (
  proof_id bigint not null,
  asset_id smallint not null,
  first_key bytea not null,
  chunk integer not null,
  leaves bytea not null,
  constraint liability_leaves_pkey PRIMARY KEY (proof_id, asset_id, first_key),
  constraint liability_leaves_asset_id_fkey FOREIGN KEY (asset_id) REFERENCES assets(id),
  constraint liability_leaves_proof_id_fkey FOREIGN KEY (proof_id) REFERENCES liability_proofs(id) ON DELETE CASCADE,
  constraint liability_leaves_chunk_check CHECK ((chunk >= 0)),
  constraint liability_leaves_first_key_check CHECK ((octet_length(first_key) = 12)),
  constraint liability_leaves_leaves_check CHECK (((octet_length(leaves) % 60) = 0))
);

create table liability_proofs (
  id bigint generated always as identity not null,
  requested_by bigint,
  requested_at timestamp with time zone default now() not null,
  secret bytea not null,
  taken_at timestamp with time zone,
  published_at timestamp with time zone,
  constraint liability_proofs_pkey PRIMARY KEY (id),
  constraint liability_proofs_requested_by_fkey FOREIGN KEY (requested_by) REFERENCES operators(id),
  constraint liability_proofs_check CHECK (((taken_at IS NULL) = (published_at IS NULL))),
  constraint liability_proofs_secret_check CHECK ((octet_length(secret) = 32))
);
CREATE UNIQUE INDEX liability_proofs_open ON public.liability_proofs USING btree ((true)) WHERE (published_at IS NULL);

create table liability_trees (
  proof_id bigint not null,
  asset_id smallint not null,
  height smallint not null,
  root bytea not null,
  total units0 not null,
  tops bytea not null,
  constraint liability_trees_pkey PRIMARY KEY (proof_id, asset_id),
  constraint liability_trees_asset_id_fkey FOREIGN KEY (asset_id) REFERENCES assets(id),
  constraint liability_trees_proof_id_fkey FOREIGN KEY (proof_id) REFERENCES liability_proofs(id) ON DELETE CASCADE,
  constraint liability_trees_height_check CHECK (((height >= 10) AND (height <= 32))),
  constraint liability_trees_root_check CHECK ((octet_length(root) = 32)),
  constraint liability_trees_tops_check CHECK (((octet_length(tops) % 48) = 0))
);

create table listing_changes (
  id bigint generated always as identity not null,
  kind text not null,
  name text not null,
  state text not null,
  begins_at timestamp with time zone not null,
  created_at timestamp with time zone default now() not null,
  applied_at timestamp with time zone,
  told_upto bigint default 0 not null,
  told_at timestamp with time zone,
  constraint listing_changes_pkey PRIMARY KEY (id),
  constraint listing_changes_kind_check CHECK ((kind = ANY (ARRAY['pair'::text, 'asset'::text]))),
  constraint listing_changes_name_check CHECK (((length(name) >= 1) AND (length(name) <= 30))),
  constraint listing_changes_state_check CHECK ((state = ANY (ARRAY['announced'::text, 'trading'::text, 'sell-only'::text, 'withdraw-only'::text, 'delisted'::text])))
);
CREATE INDEX listing_changes_due ON public.listing_changes USING btree (begins_at) WHERE (applied_at IS NULL);
CREATE INDEX listing_changes_of ON public.listing_changes USING btree (kind, name, id);
CREATE UNIQUE INDEX listing_changes_planned ON public.listing_changes USING btree (kind, name, begins_at) WHERE (applied_at IS NULL);
CREATE INDEX listing_changes_to_tell ON public.listing_changes USING btree (id) WHERE (told_at IS NULL);

create table migrations (
  number integer not null,
  name text not null,
  checksum text not null,
  applied_at timestamp with time zone default now() not null,
  readable_from integer,
  constraint migrations_pkey PRIMARY KEY (number)
);

create table moves (
  posting_id bigint not null,
  line smallint not null,
  asset_id smallint not null,
  from_kind smallint not null,
  from_user bigint,
  from_after units0,
  to_kind smallint not null,
  to_user bigint,
  to_after units0,
  units units not null,
  tx bigint not null,
  constraint moves_pkey PRIMARY KEY (posting_id, line),
  constraint moves_check CHECK ((((from_kind <= 2) = (from_user IS NOT NULL)) AND ((from_kind <= 2) = (from_after IS NOT NULL)))),
  constraint moves_check1 CHECK ((((to_kind <= 2) = (to_user IS NOT NULL)) AND ((to_kind <= 2) = (to_after IS NOT NULL)))),
  constraint moves_check2 CHECK (((from_kind IS DISTINCT FROM to_kind) OR (from_user IS DISTINCT FROM to_user))),
  constraint moves_from_kind_check CHECK (((from_kind >= 1) AND (from_kind <= 15))),
  constraint moves_to_kind_check CHECK (((to_kind >= 1) AND (to_kind <= 15))),
  constraint moves_units_check CHECK (((units)::numeric > (0)::numeric))
) partition by RANGE (posting_id);
create table moves_0 partition of moves for values from ('0') to ('8388608');
create table moves_8388608 partition of moves for values from ('8388608') to (maxvalue);
CREATE INDEX moves_into ON public.moves USING btree (to_user, asset_id, posting_id) WHERE (to_user IS NOT NULL);
CREATE INDEX moves_out_of ON public.moves USING btree (from_user, asset_id, posting_id) WHERE (from_user IS NOT NULL);
CREATE INDEX moves_recent ON public.moves USING brin (tx) WITH (pages_per_range='16', autosummarize='on');
CREATE TRIGGER moves_append_only BEFORE DELETE OR UPDATE OR TRUNCATE ON public.moves FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();

create table networks (
  asset_id smallint not null,
  network text not null,
  chain_id bigint not null,
  deposit_active boolean default true not null,
  withdraw_active boolean default true not null,
  withdrawal_fee units0 not null,
  min_withdrawal units0 not null,
  max_withdrawal units0 not null,
  constraint networks_pkey PRIMARY KEY (asset_id, network),
  constraint networks_asset_id_fkey FOREIGN KEY (asset_id) REFERENCES assets(id)
);

create table news (
  id bigint generated always as identity not null,
  slug text not null,
  category_id bigint not null,
  title_id text not null,
  title_en text not null,
  summary_id text not null,
  summary_en text not null,
  body_id text not null,
  body_en text not null,
  image text,
  status text default 'DRAFT'::text not null,
  published_at timestamp with time zone,
  created_at timestamp with time zone default now() not null,
  updated_at timestamp with time zone default now() not null,
  constraint news_pkey PRIMARY KEY (id),
  constraint news_slug_key UNIQUE (slug),
  constraint news_category_id_fkey FOREIGN KEY (category_id) REFERENCES news_categories(id),
  constraint news_check CHECK (((status = 'DRAFT'::text) OR (published_at IS NOT NULL))),
  constraint news_image_check CHECK (((length(image) >= 1) AND (length(image) <= 2000))),
  constraint news_slug_check CHECK (((slug ~ '^[a-z0-9]+(-[a-z0-9]+)*$'::text) AND (length(slug) <= 200))),
  constraint news_status_check CHECK ((status = ANY (ARRAY['DRAFT'::text, 'PUBLISHED'::text]))),
  constraint news_summary_en_check CHECK ((length(summary_en) <= 500)),
  constraint news_summary_id_check CHECK ((length(summary_id) <= 500)),
  constraint news_title_en_check CHECK (((length(title_en) >= 1) AND (length(title_en) <= 200))),
  constraint news_title_id_check CHECK (((length(title_id) >= 1) AND (length(title_id) <= 200)))
);
CREATE INDEX news_by_time ON public.news USING btree (published_at DESC, id DESC) WHERE (status = 'PUBLISHED'::text);
CREATE INDEX news_of_category ON public.news USING btree (category_id);

create table news_categories (
  id bigint generated always as identity not null,
  slug text not null,
  name_id text not null,
  name_en text not null,
  position integer default 0 not null,
  created_at timestamp with time zone default now() not null,
  updated_at timestamp with time zone default now() not null,
  constraint news_categories_pkey PRIMARY KEY (id),
  constraint news_categories_slug_key UNIQUE (slug),
  constraint news_categories_name_en_check CHECK (((length(name_en) >= 1) AND (length(name_en) <= 100))),
  constraint news_categories_name_id_check CHECK (((length(name_id) >= 1) AND (length(name_id) <= 100))),
  constraint news_categories_slug_check CHECK (((slug ~ '^[a-z0-9]+(-[a-z0-9]+)*$'::text) AND (length(slug) <= 100)))
);

create table news_tags (
  news_id bigint not null,
  tag text not null,
  constraint news_tags_pkey PRIMARY KEY (news_id, tag),
  constraint news_tags_news_id_fkey FOREIGN KEY (news_id) REFERENCES news(id) ON DELETE CASCADE,
  constraint news_tags_tag_check CHECK (((tag ~ '^[a-z0-9]+(-[a-z0-9]+)*$'::text) AND (length(tag) <= 50)))
);
CREATE INDEX news_by_tag ON public.news_tags USING btree (tag);

create table nodes (
  node text not null,
  url text not null,
  version text not null,
  started_at timestamp with time zone not null,
  seen_at timestamp with time zone default now() not null,
  epoch bigint,
  providers jsonb not null,
  constraint nodes_pkey PRIMARY KEY (node),
  constraint nodes_node_check CHECK (((length(node) >= 1) AND (length(node) <= 300))),
  constraint nodes_providers_check CHECK ((jsonb_typeof(providers) = 'array'::text))
);

create table operator_alerts (
  id bigint generated always as identity not null,
  severity text not null,
  kind text not null,
  dedupe_key text not null,
  subject text not null,
  data jsonb not null,
  created_at timestamp with time zone default now() not null,
  constraint operator_alerts_pkey PRIMARY KEY (id),
  constraint operator_alerts_dedupe_key_key UNIQUE (dedupe_key),
  constraint operator_alerts_severity_check CHECK ((severity = ANY (ARRAY['info'::text, 'warning'::text, 'critical'::text])))
);
CREATE INDEX operator_alerts_grave ON public.operator_alerts USING btree (severity, id) WHERE (severity <> 'info'::text);
CREATE INDEX operator_alerts_of_duplicates ON public.operator_alerts USING btree (((data ->> 'otherUserId'::text))) WHERE (kind = 'identity-duplicate'::text);
CREATE INDEX operator_alerts_of_user ON public.operator_alerts USING btree (((data ->> 'userId'::text)), created_at) WHERE ((severity <> 'info'::text) AND (data ? 'userId'::text));

create table operator_audit (
  id bigint generated always as identity not null,
  operator_id bigint,
  action text not null,
  subject_kind text not null,
  subject_id text not null,
  before jsonb,
  after jsonb,
  ip text not null,
  request_id text not null,
  at timestamp with time zone default now() not null,
  constraint operator_audit_pkey PRIMARY KEY (id),
  constraint operator_audit_operator_id_fkey FOREIGN KEY (operator_id) REFERENCES operators(id),
  constraint operator_audit_action_check CHECK (((length(action) >= 1) AND (length(action) <= 100))),
  constraint operator_audit_subject_id_check CHECK ((length(subject_id) <= 255)),
  constraint operator_audit_subject_kind_check CHECK (((length(subject_kind) >= 1) AND (length(subject_kind) <= 50)))
);
CREATE INDEX operator_audit_by_time ON public.operator_audit USING btree (at, id);
CREATE INDEX operator_audit_of_action ON public.operator_audit USING btree (action, id);
CREATE INDEX operator_audit_of_operator ON public.operator_audit USING btree (operator_id, id);
CREATE INDEX operator_audit_of_subject ON public.operator_audit USING btree (subject_kind, subject_id, id);
CREATE TRIGGER operator_audit_append_only BEFORE DELETE OR UPDATE OR TRUNCATE ON public.operator_audit FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();

create table operator_handlings (
  id bigint generated always as identity not null,
  operator_id bigint not null,
  handled_by bigint not null,
  how text not null,
  at timestamp with time zone default now() not null,
  constraint operator_handlings_pkey PRIMARY KEY (id),
  constraint operator_handlings_handled_by_fkey FOREIGN KEY (handled_by) REFERENCES operators(id),
  constraint operator_handlings_operator_id_fkey FOREIGN KEY (operator_id) REFERENCES operators(id),
  constraint operator_handlings_check CHECK ((handled_by <> operator_id)),
  constraint operator_handlings_how_check CHECK ((how = ANY (ARRAY['invited'::text, 'reset'::text])))
);
CREATE INDEX operator_handlings_of_operator ON public.operator_handlings USING btree (operator_id, at);

create table operator_invitations (
  operator_id bigint not null,
  digest bytea not null,
  expires_at timestamp with time zone not null,
  constraint operator_invitations_pkey PRIMARY KEY (operator_id),
  constraint operator_invitations_digest_key UNIQUE (digest),
  constraint operator_invitations_operator_id_fkey FOREIGN KEY (operator_id) REFERENCES operators(id),
  constraint operator_invitations_digest_check CHECK ((octet_length(digest) = 32))
);

create table operator_sessions (
  digest bytea not null,
  operator_id bigint not null,
  last_seen_at timestamp with time zone default now() not null,
  expires_at timestamp with time zone not null,
  constraint operator_sessions_pkey PRIMARY KEY (digest),
  constraint operator_sessions_operator_id_fkey FOREIGN KEY (operator_id) REFERENCES operators(id)
);
CREATE INDEX operator_sessions_of_operator ON public.operator_sessions USING btree (operator_id);

create table operators (
  id bigint generated always as identity not null,
  email text not null,
  role text not null,
  password_hash text,
  password_initial boolean default true not null,
  totp_secret text,
  totp_offered text,
  totp_last_step bigint default 0 not null,
  confirmed_at timestamp with time zone,
  confirmed_by bigint,
  admin_until timestamp with time zone,
  disabled_at timestamp with time zone,
  created_at timestamp with time zone default now() not null,
  attested_at timestamp with time zone,
  attested_by bigint,
  constraint operators_pkey PRIMARY KEY (id),
  constraint operators_email_key UNIQUE (email),
  constraint operators_attested_by_fkey FOREIGN KEY (attested_by) REFERENCES operators(id),
  constraint operators_confirmed_by_fkey FOREIGN KEY (confirmed_by) REFERENCES operators(id),
  constraint operators_check CHECK ((confirmed_by <> id)),
  constraint operators_check1 CHECK ((attested_by <> id)),
  constraint operators_confirmed CHECK (((confirmed_by IS NULL) OR (confirmed_at IS NOT NULL))),
  constraint operators_email_check CHECK (((email = lower(email)) AND ((length(email) >= 3) AND (length(email) <= 255)))),
  constraint operators_role_check CHECK ((role = ANY (ARRAY['viewer'::text, 'support'::text, 'finance'::text, 'admin'::text]))),
  constraint operators_totp_last_step_check CHECK ((totp_last_step >= 0))
);

create table orders (
  id bigint generated always as identity not null,
  order_no text not null,
  request_key bytea,
  user_id bigint not null,
  pair_id smallint not null,
  side text not null,
  type text not null,
  volume units0 not null,
  price units0,
  worst_price units0,
  fee_ppm integer not null,
  held units0 not null,
  freed units0 default 0 not null,
  status text default 'CREATE'::text not null,
  venue_order_id text,
  executed_volume units0 default 0 not null,
  executed_quote units0 default 0 not null,
  commission units0 default 0 not null,
  tax_exact units0 default 0 not null,
  final_volume units0,
  reason text,
  incident text,
  cancel_requested_at timestamp with time zone,
  own_cancel boolean default false not null,
  absent_after timestamp with time zone not null,
  query_wanted boolean default false not null,
  attempts integer default 0 not null,
  next_at timestamp with time zone,
  day_count integer default 0 not null,
  created_at timestamp with time zone default now() not null,
  updated_at timestamp with time zone default now() not null,
  ended_at timestamp with time zone,
  constraint orders_pkey PRIMARY KEY (id),
  constraint orders_order_no_key UNIQUE (order_no),
  constraint orders_pair_id_fkey FOREIGN KEY (pair_id) REFERENCES pairs(id),
  constraint orders_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id),
  constraint orders_check CHECK (((executed_volume)::numeric <= (volume)::numeric)),
  constraint orders_check1 CHECK (((type = 'LIMIT'::text) = (price IS NOT NULL))),
  constraint orders_check2 CHECK (((status = 'CREATE'::text) = (ended_at IS NULL))),
  constraint orders_day_count_check CHECK ((day_count >= 0)),
  constraint orders_fee_ppm_check CHECK (((fee_ppm >= 0) AND (fee_ppm <= 1000000))),
  constraint orders_held_check CHECK (((held)::numeric > (0)::numeric)),
  constraint orders_order_no_check CHECK ((order_no ~ '^[A-Za-z0-9_-]{1,36}$'::text)),
  constraint orders_price_check CHECK (((price)::numeric > (0)::numeric)),
  constraint orders_request_key_check CHECK ((octet_length(request_key) = 32)),
  constraint orders_side_check CHECK ((side = ANY (ARRAY['BUY'::text, 'SELL'::text]))),
  constraint orders_status_check CHECK ((status = ANY (ARRAY['CREATE'::text, 'DONE'::text, 'CANCEL'::text]))),
  constraint orders_type_check CHECK ((type = ANY (ARRAY['LIMIT'::text, 'MARKET'::text]))),
  constraint orders_venue_order_id_check CHECK ((venue_order_id ~ '^[0-9]{1,19}$'::text)),
  constraint orders_volume_check CHECK (((volume)::numeric > (0)::numeric)),
  constraint orders_worst_price_check CHECK (((worst_price)::numeric > (0)::numeric)),
  constraint orders_worst_price_of_market CHECK (((type = 'MARKET'::text) OR (worst_price IS NULL)))
);
CREATE INDEX orders_by_time ON public.orders USING btree (created_at, id);
CREATE INDEX orders_by_venue_id ON public.orders USING btree (pair_id, venue_order_id) WHERE (venue_order_id IS NOT NULL);
CREATE INDEX orders_due ON public.orders USING btree (next_at) WHERE ((status = 'CREATE'::text) AND (next_at IS NOT NULL));
CREATE INDEX orders_ended_of_user ON public.orders USING btree (user_id, ended_at) WHERE (ended_at IS NOT NULL);
CREATE INDEX orders_in_doubt ON public.orders USING btree (id) WHERE (incident IS NOT NULL);
CREATE INDEX orders_of_user ON public.orders USING btree (user_id, created_at DESC, id DESC);
CREATE INDEX orders_open_of_user ON public.orders USING btree (user_id, id) WHERE (status = 'CREATE'::text);
CREATE UNIQUE INDEX orders_request_key ON public.orders USING btree (request_key) WHERE (request_key IS NOT NULL);

create table otp_codes (
  purpose text not null,
  identity text not null,
  user_id bigint,
  mac bytea,
  expires_at timestamp with time zone not null,
  code_tries smallint default 0 not null,
  former_mac bytea,
  former_expires_at timestamp with time zone,
  former_tries smallint default 0 not null,
  window_tries smallint default 0 not null,
  window_ends_at timestamp with time zone default now() not null,
  day_tries smallint default 0 not null,
  day_ends_at timestamp with time zone default now() not null,
  constraint otp_codes_purpose_identity_user_id_key UNIQUE NULLS NOT DISTINCT (purpose, identity, user_id),
  constraint otp_codes_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id),
  constraint otp_codes_identity_check CHECK (((length(identity) >= 1) AND (length(identity) <= 255))),
  constraint otp_codes_purpose_check CHECK ((purpose = ANY (ARRAY['email'::text, 'sms'::text, 'withdraw'::text])))
);

create table pair_categories (
  id smallint not null,
  code text not null,
  name text not null,
  name_id text not null,
  buy_fee_ppm integer not null,
  sell_fee_ppm integer not null,
  sort smallint default 0 not null,
  constraint pair_categories_pkey PRIMARY KEY (id),
  constraint pair_categories_code_key UNIQUE (code),
  constraint pair_categories_buy_fee_ppm_check CHECK (((buy_fee_ppm >= 0) AND (buy_fee_ppm <= 100000))),
  constraint pair_categories_code_check CHECK ((code ~ '^[A-Z0-9_]{2,20}$'::text)),
  constraint pair_categories_sell_fee_ppm_check CHECK (((sell_fee_ppm >= 0) AND (sell_fee_ppm <= 100000)))
);

create table pairs (
  id smallint not null,
  tx_pair text not null,
  venue_symbol text not null,
  base_asset_id smallint not null,
  quote_asset_id smallint not null,
  category_id smallint not null,
  active boolean default true not null,
  state text default 'trading'::text not null,
  state_since timestamp with time zone default now() not null,
  buys boolean default true not null,
  sells boolean default true not null,
  sort smallint default 0 not null,
  price_tick units0 not null,
  lot_step units0 not null,
  min_quantity units0 not null,
  max_quantity units0 not null,
  max_market_quantity units0 not null,
  min_notional units0 not null,
  max_notional units0 not null,
  updated_at timestamp with time zone default now() not null,
  constraint pairs_pkey PRIMARY KEY (id),
  constraint pairs_base_asset_id_quote_asset_id_key UNIQUE (base_asset_id, quote_asset_id),
  constraint pairs_tx_pair_key UNIQUE (tx_pair),
  constraint pairs_venue_symbol_key UNIQUE (venue_symbol),
  constraint pairs_base_asset_id_fkey FOREIGN KEY (base_asset_id) REFERENCES assets(id),
  constraint pairs_category_id_fkey FOREIGN KEY (category_id) REFERENCES pair_categories(id),
  constraint pairs_quote_asset_id_fkey FOREIGN KEY (quote_asset_id) REFERENCES assets(id),
  constraint pairs_check CHECK ((base_asset_id <> quote_asset_id)),
  constraint pairs_check1 CHECK ((((min_quantity)::numeric <= (max_market_quantity)::numeric) AND ((max_market_quantity)::numeric <= (max_quantity)::numeric))),
  constraint pairs_check2 CHECK (((min_notional)::numeric <= (max_notional)::numeric)),
  constraint pairs_lot_step_check CHECK (((lot_step)::numeric > (0)::numeric)),
  constraint pairs_min_notional_check CHECK (((min_notional)::numeric > (0)::numeric)),
  constraint pairs_min_quantity_check CHECK (((min_quantity)::numeric > (0)::numeric)),
  constraint pairs_price_tick_check CHECK (((price_tick)::numeric > (0)::numeric)),
  constraint pairs_state_check CHECK ((state = ANY (ARRAY['announced'::text, 'trading'::text, 'sell-only'::text, 'withdraw-only'::text, 'delisted'::text]))),
  constraint pairs_tx_pair_check CHECK ((tx_pair ~ '^[A-Z0-9]{2,12}_[A-Z0-9]{2,12}$'::text)),
  constraint pairs_venue_symbol_check CHECK ((venue_symbol ~ '^[A-Z0-9_-]{4,30}$'::text))
);

create table password_resets (
  user_id bigint not null,
  digest bytea not null,
  expires_at timestamp with time zone not null,
  constraint password_resets_pkey PRIMARY KEY (user_id),
  constraint password_resets_digest_key UNIQUE (digest),
  constraint password_resets_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id),
  constraint password_resets_digest_check CHECK ((octet_length(digest) = 32))
);

create table payd_orders (
  merchant_order_id text not null,
  user_id bigint not null,
  kind text not null,
  amount units0,
  payment_method text,
  va_no text,
  payment_url text,
  reference text,
  publisher_order_id text,
  status text not null,
  poll_at timestamp with time zone,
  polls smallint default 0 not null,
  looks integer default 0 not null,
  polled_at timestamp with time zone,
  created_at timestamp with time zone default now() not null,
  updated_at timestamp with time zone default now() not null,
  constraint payd_orders_pkey PRIMARY KEY (merchant_order_id),
  constraint payd_orders_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id),
  constraint payd_orders_amount_check CHECK (((amount)::numeric > (0)::numeric)),
  constraint payd_orders_kind_check CHECK ((kind = ANY (ARRAY['ORDER'::text, 'VA'::text]))),
  constraint payd_orders_merchant_order_id_check CHECK ((merchant_order_id ~ '^[A-Z][A-Z0-9-]{7,49}$'::text)),
  constraint payd_orders_status_check CHECK ((status = ANY (ARRAY['REQUESTED'::text, 'OPEN'::text, 'PAID'::text, 'FAILED'::text])))
);
CREATE INDEX payd_orders_of_user ON public.payd_orders USING btree (user_id, created_at DESC);
CREATE INDEX payd_orders_open ON public.payd_orders USING btree (kind, created_at) WHERE (status = 'OPEN'::text);
CREATE INDEX payd_orders_to_poll ON public.payd_orders USING btree (poll_at) WHERE ((status = 'OPEN'::text) AND (poll_at IS NOT NULL));

create table payment_instructions (
  bank_code text not null,
  lang text not null,
  channel text not null,
  sort smallint not null,
  steps text[] not null,
  constraint payment_instructions_pkey PRIMARY KEY (bank_code, lang, channel),
  constraint payment_instructions_bank_code_fkey FOREIGN KEY (bank_code) REFERENCES banks(payx_va_code),
  constraint payment_instructions_channel_check CHECK ((channel = ANY (ARRAY['ATM'::text, 'MOBILE_BANKING'::text, 'INTERNET_BANKING'::text]))),
  constraint payment_instructions_lang_check CHECK ((lang = ANY (ARRAY['id'::text, 'en'::text]))),
  constraint payment_instructions_steps_check CHECK (((cardinality(steps) >= 1) AND (cardinality(steps) <= 20)))
);

create table payment_reports (
  provider_ref text not null,
  method text not null,
  account text not null,
  amount units0 not null,
  bank_code text,
  reference text,
  publisher_order_id text,
  state text not null,
  why text,
  reported integer default 1 not null,
  queries integer default 0 not null,
  created_at timestamp with time zone default now() not null,
  updated_at timestamp with time zone default now() not null,
  constraint payment_reports_pkey PRIMARY KEY (provider_ref, method, account, amount),
  constraint payment_reports_amount_check CHECK (((amount)::numeric > (0)::numeric)),
  constraint payment_reports_check CHECK (((length(account) <= 100) AND ((account = ''::text) = (method = 'ORDER'::text)))),
  constraint payment_reports_method_check CHECK ((method = ANY (ARRAY['VA'::text, 'QRIS'::text, 'ORDER'::text]))),
  constraint payment_reports_provider_ref_check CHECK (((length(provider_ref) >= 1) AND (length(provider_ref) <= 100))),
  constraint payment_reports_state_check CHECK ((state = ANY (ARRAY['ASKING'::text, 'BOOKED'::text, 'REFUSED'::text, 'GIVEN_UP'::text])))
);
CREATE INDEX payment_reports_open ON public.payment_reports USING btree (provider_ref) WHERE (state = ANY (ARRAY['ASKING'::text, 'REFUSED'::text]));

create table payx_refunds (
  refund_id text not null,
  state text default 'REPORTED'::text not null,
  polls integer default 0 not null,
  poll_at timestamp with time zone default now(),
  created_at timestamp with time zone default now() not null,
  updated_at timestamp with time zone default now() not null,
  constraint payx_refunds_pkey PRIMARY KEY (refund_id),
  constraint payx_refunds_refund_id_check CHECK (((length(refund_id) >= 1) AND (length(refund_id) <= 100))),
  constraint payx_refunds_state_check CHECK ((state = ANY (ARRAY['REPORTED'::text, 'OPEN'::text, 'REFUSED'::text])))
);
CREATE INDEX payx_refunds_due ON public.payx_refunds USING btree (poll_at) WHERE (state = 'REPORTED'::text);

create table periodic_runs (
  job text not null,
  node text not null,
  every_ms integer not null,
  started_at timestamp with time zone not null,
  took_ms integer not null,
  failures integer not null,
  succeeded_at timestamp with time zone,
  failed_at timestamp with time zone,
  error text,
  constraint periodic_runs_pkey PRIMARY KEY (job),
  constraint periodic_runs_every_ms_check CHECK ((every_ms > 0)),
  constraint periodic_runs_failures_check CHECK ((failures >= 0)),
  constraint periodic_runs_job_check CHECK (((length(job) >= 1) AND (length(job) <= 100))),
  constraint periodic_runs_took_ms_check CHECK ((took_ms >= 0))
);

create table phone_blacklist (
  phone text not null,
  reason text not null,
  created_at timestamp with time zone default now() not null,
  constraint phone_blacklist_pkey PRIMARY KEY (phone),
  constraint phone_blacklist_phone_check CHECK ((phone ~ '^\+[1-9][0-9]{5,14}$'::text))
);

create table pins (
  id_user bigint not null,
  pin_hash text,
  pin_lock smallint default 0 not null,
  biometrics_lock smallint default 0 not null,
  wrong_in_a_row integer default 0 not null,
  constraint pins_pkey PRIMARY KEY (id_user),
  constraint pins_id_user_fkey FOREIGN KEY (id_user) REFERENCES users(id),
  constraint pins_biometrics_lock_check CHECK ((biometrics_lock = ANY (ARRAY[0, 1]))),
  constraint pins_pin_lock_check CHECK ((pin_lock = ANY (ARRAY[0, 1]))),
  constraint pins_wrong_in_a_row_check CHECK ((wrong_in_a_row >= 0))
);

create table postings (
  id bigint generated always as identity not null,
  key text not null,
  action text not null,
  at timestamp with time zone default now() not null,
  constraint postings_pkey PRIMARY KEY (id),
  constraint postings_key_key UNIQUE (key),
  constraint postings_action_check CHECK ((action = ANY (ARRAY['DEPOSIT'::text, 'WITHDRAWAL'::text, 'HOLD'::text, 'RELEASE'::text, 'TRADE'::text, 'FEE'::text, 'TAX'::text, 'ADJUSTMENT'::text]))),
  constraint postings_key_check CHECK (((length(key) >= 1) AND (length(key) <= 200)))
);
CREATE INDEX postings_rare ON public.postings USING btree (action, id) WHERE (action = ANY (ARRAY['FEE'::text, 'TAX'::text, 'ADJUSTMENT'::text]));
CREATE TRIGGER postings_append_only BEFORE DELETE OR UPDATE OR TRUNCATE ON public.postings FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();

create table price_samples (
  pair text not null,
  at timestamp with time zone not null,
  price numeric(38,18) not null,
  constraint price_samples_pkey PRIMARY KEY (pair, at),
  constraint price_samples_pair_check CHECK ((pair ~ '^[A-Z0-9]{2,12}_[A-Z0-9]{2,12}$'::text)),
  constraint price_samples_price_check CHECK (((price <> 'NaN'::numeric) AND (price > (0)::numeric)))
);
CREATE INDEX price_samples_by_time ON public.price_samples USING btree (at);

create table prices (
  pair text not null,
  price numeric(38,18) not null,
  bid numeric(38,18),
  ask numeric(38,18),
  median numeric(38,18),
  samples integer default 0 not null,
  source text not null,
  observed_at timestamp with time zone not null,
  constraint prices_pkey PRIMARY KEY (pair),
  constraint prices_ask_check CHECK (((ask <> 'NaN'::numeric) AND (ask > (0)::numeric))),
  constraint prices_bid_check CHECK (((bid <> 'NaN'::numeric) AND (bid > (0)::numeric))),
  constraint prices_median_check CHECK (((median <> 'NaN'::numeric) AND (median > (0)::numeric))),
  constraint prices_pair_check CHECK ((pair ~ '^[A-Z0-9]{2,12}_[A-Z0-9]{2,12}$'::text)),
  constraint prices_price_check CHECK (((price <> 'NaN'::numeric) AND (price > (0)::numeric))),
  constraint prices_samples_check CHECK ((samples >= 0)),
  constraint prices_source_check CHECK ((source = ANY (ARRAY['venue'::text, 'operator'::text, 'sandbox'::text])))
);

create table provider_lists (
  provider text not null,
  list text not null,
  items jsonb not null,
  fetched_at timestamp with time zone not null,
  constraint provider_lists_pkey PRIMARY KEY (provider, list),
  constraint provider_lists_items_check CHECK ((jsonb_typeof(items) = 'array'::text))
);

create table provider_openings (
  provider text not null,
  asset_id smallint not null,
  units numeric(38,0) not null,
  noted_at timestamp with time zone default now() not null,
  constraint provider_openings_pkey PRIMARY KEY (provider, asset_id),
  constraint provider_openings_asset_id_fkey FOREIGN KEY (asset_id) REFERENCES assets(id),
  constraint provider_openings_provider_check CHECK ((provider = ANY (ARRAY['custody'::text, 'payx'::text, 'venue'::text]))),
  constraint provider_openings_units_check CHECK ((units <> 'NaN'::numeric))
);

create table published_events (
  position bigint not null,
  id uuid default gen_random_uuid() not null,
  user_id bigint not null,
  sequence bigint not null,
  type text not null,
  key text,
  at timestamp with time zone not null,
  published_at timestamp with time zone default now() not null,
  item jsonb not null,
  personal jsonb,
  constraint published_events_pkey PRIMARY KEY ("position"),
  constraint published_events_type_key_key UNIQUE (type, key),
  constraint published_events_user_id_sequence_key UNIQUE (user_id, sequence),
  constraint published_events_sequence_check CHECK ((sequence > 0))
);
CREATE INDEX published_events_by_time ON public.published_events USING btree (published_at);

create table pulled (
  provider text not null,
  since_ms bigint not null,
  updated_at timestamp with time zone default now() not null,
  constraint pulled_pkey PRIMARY KEY (provider)
);

create table push_tokens (
  digest bytea generated always as (sha256(decode(replace(token, '\'::text, '\\'::text), 'escape'::text))) stored not null,
  token text not null,
  user_id bigint not null,
  session_id bigint,
  created_at timestamp with time zone default now() not null,
  seen_at timestamp with time zone default now() not null,
  constraint push_tokens_pkey PRIMARY KEY (digest),
  constraint push_tokens_session_id_fkey FOREIGN KEY (session_id) REFERENCES session_families(id) ON DELETE CASCADE,
  constraint push_tokens_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id),
  constraint push_tokens_token_check CHECK (((length(token) >= 1) AND (length(token) <= 4096)))
);
CREATE INDEX push_tokens_of_session ON public.push_tokens USING btree (session_id);
CREATE INDEX push_tokens_of_user ON public.push_tokens USING btree (user_id, seen_at);

create table qris_codes (
  id bigint generated always as identity not null,
  user_id bigint not null,
  external_id text not null,
  provider_id text,
  amount units0 not null,
  qr_string text,
  status text not null,
  expires_at timestamp with time zone not null,
  poll_at timestamp with time zone,
  polls smallint default 0 not null,
  created_at timestamp with time zone default now() not null,
  updated_at timestamp with time zone default now() not null,
  constraint qris_codes_pkey PRIMARY KEY (id),
  constraint qris_codes_external_id_key UNIQUE (external_id),
  constraint qris_codes_provider_id_key UNIQUE (provider_id),
  constraint qris_codes_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id),
  constraint qris_codes_amount_check CHECK (((amount)::numeric > (0)::numeric)),
  constraint qris_codes_status_check CHECK ((status = ANY (ARRAY['REQUESTED'::text, 'ACTIVE'::text, 'PAID'::text, 'INACTIVE'::text, 'FAILED'::text])))
);
CREATE INDEX qris_codes_of_user ON public.qris_codes USING btree (user_id, id DESC);
CREATE INDEX qris_codes_to_poll ON public.qris_codes USING btree (poll_at) WHERE ((status = 'ACTIVE'::text) AND (poll_at IS NOT NULL));

create table recovery_codes (
  user_id bigint not null,
  digest bytea not null,
  created_at timestamp with time zone default now() not null,
  constraint recovery_codes_pkey PRIMARY KEY (user_id, digest),
  constraint recovery_codes_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id),
  constraint recovery_codes_digest_check CHECK ((octet_length(digest) = 32))
);

create table refresh_tokens (
  digest bytea not null,
  family_id bigint not null,
  generation integer not null,
  expires_at timestamp with time zone not null,
  constraint refresh_tokens_pkey PRIMARY KEY (digest),
  constraint refresh_tokens_family_id_fkey FOREIGN KEY (family_id) REFERENCES session_families(id) ON DELETE CASCADE
);
CREATE INDEX refresh_tokens_of_family ON public.refresh_tokens USING btree (family_id);

create table reports (
  request_id text not null,
  kind text not null,
  payload jsonb not null,
  status text default 'PENDING'::text not null,
  message text,
  created_at timestamp with time zone default now() not null,
  updated_at timestamp with time zone default now() not null,
  id bigint generated always as identity not null,
  constraint reports_pkey PRIMARY KEY (request_id),
  constraint reports_kind_check CHECK ((kind = ANY (ARRAY['A'::text, 'B'::text, 'C'::text]))),
  constraint reports_status_check CHECK ((status = ANY (ARRAY['PENDING'::text, 'SENT'::text, 'SUCCESS'::text, 'FAILED'::text])))
);
CREATE UNIQUE INDEX reports_by_number ON public.reports USING btree (id);
CREATE INDEX reports_by_status ON public.reports USING btree (status, id);

create table run_requests (
  job text not null,
  asked_at timestamp with time zone default now() not null,
  constraint run_requests_pkey PRIMARY KEY (job)
);

create table rupiah_rates (
  asset_id smallint not null,
  hour timestamp with time zone not null,
  rate numeric(38,18) not null,
  constraint rupiah_rates_pkey PRIMARY KEY (asset_id, hour),
  constraint rupiah_rates_asset_id_fkey FOREIGN KEY (asset_id) REFERENCES assets(id),
  constraint rupiah_rates_rate_check CHECK ((rate > (0)::numeric))
);

create table saved_addresses (
  id bigint generated always as identity not null,
  user_id bigint not null,
  asset_id smallint not null,
  network text not null,
  label text not null,
  address text not null,
  tag text,
  created_at timestamp with time zone default now() not null,
  constraint saved_addresses_pkey PRIMARY KEY (id),
  constraint saved_addresses_user_id_asset_id_network_address_tag_key UNIQUE NULLS NOT DISTINCT (user_id, asset_id, network, address, tag),
  constraint saved_addresses_asset_id_fkey FOREIGN KEY (asset_id) REFERENCES assets(id),
  constraint saved_addresses_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id),
  constraint saved_addresses_address_check CHECK (((length(address) >= 1) AND (length(address) <= 128))),
  constraint saved_addresses_label_check CHECK (((length(label) >= 1) AND (length(label) <= 50))),
  constraint saved_addresses_tag_check CHECK (((length(tag) >= 1) AND (length(tag) <= 20)))
);

create table self_certifications (
  id bigint generated always as identity not null,
  user_id bigint not null,
  countries text[] not null,
  sealed text not null,
  card_number bytea not null,
  explained boolean not null,
  created_at timestamp with time zone default now() not null,
  ended_at timestamp with time zone,
  constraint self_certifications_pkey PRIMARY KEY (id),
  constraint self_certifications_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id),
  constraint self_certifications_card_number_check CHECK ((octet_length(card_number) = 32)),
  constraint self_certifications_countries_check CHECK (((cardinality(countries) >= 1) AND (cardinality(countries) <= 5)))
);
CREATE INDEX self_certifications_of_user ON public.self_certifications USING btree (user_id, id);
CREATE UNIQUE INDEX self_certifications_valid ON public.self_certifications USING btree (user_id) WHERE (ended_at IS NULL);

create table session_families (
  id bigint generated always as identity not null,
  user_id bigint not null,
  seed bytea not null,
  generation integer default 0 not null,
  device bytea,
  device_name text,
  ip text,
  refreshed_at timestamp with time zone default now() not null,
  expires_at timestamp with time zone not null,
  revoked_at timestamp with time zone,
  created_at timestamp with time zone default now() not null,
  constraint session_families_pkey PRIMARY KEY (id),
  constraint session_families_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id),
  constraint session_families_device_check CHECK ((length(device) = 32)),
  constraint session_families_device_name_check CHECK ((length(device_name) <= 200)),
  constraint session_families_ip_check CHECK ((length(ip) <= 100))
);
CREATE INDEX session_families_devices ON public.session_families USING btree (user_id, created_at) WHERE (device IS NOT NULL);
CREATE INDEX session_families_of_user ON public.session_families USING btree (user_id) WHERE (revoked_at IS NULL);

create table settings (
  key text not null,
  value text not null,
  kind text default 'text'::text not null,
  is_public boolean default false not null,
  updated_at timestamp with time zone default now() not null,
  constraint settings_pkey PRIMARY KEY (key),
  constraint settings_key_check CHECK (((length(key) >= 1) AND (length(key) <= 100))),
  constraint settings_kind_check CHECK ((kind = ANY (ARRAY['text'::text, 'rupiah'::text, 'ppm'::text, 'flag'::text, 'hours'::text, 'seconds'::text, 'count'::text, 'url'::text, 'email'::text, 'countries'::text, 'version'::text, 'hosts'::text, 'collector'::text, 'valuation'::text, 'day'::text])))
);

create table suspense_items (
  id bigint generated always as identity not null,
  source text not null,
  reference text not null,
  asset_id smallint,
  units units0,
  in_words text,
  reason text not null,
  data jsonb not null,
  state text default 'open'::text not null,
  assigned_user bigint,
  decided_by bigint,
  decided_at timestamp with time zone,
  created_at timestamp with time zone default now() not null,
  constraint suspense_items_pkey PRIMARY KEY (id),
  constraint suspense_items_source_reference_key UNIQUE (source, reference),
  constraint suspense_items_asset_id_fkey FOREIGN KEY (asset_id) REFERENCES assets(id),
  constraint suspense_items_assigned_user_fkey FOREIGN KEY (assigned_user) REFERENCES users(id),
  constraint suspense_items_decided_by_fkey FOREIGN KEY (decided_by) REFERENCES operators(id),
  constraint suspense_items_assigned CHECK (((state = 'assigned'::text) = (assigned_user IS NOT NULL))),
  constraint suspense_items_decided CHECK ((((state = ANY (ARRAY['assigned'::text, 'returned'::text])) = (decided_by IS NOT NULL)) AND ((decided_by IS NULL) = (decided_at IS NULL)))),
  constraint suspense_items_named CHECK ((((asset_id IS NULL) = (units IS NULL)) AND ((asset_id IS NOT NULL) OR (in_words IS NOT NULL)))),
  constraint suspense_items_state_check CHECK ((state = ANY (ARRAY['open'::text, 'proposed'::text, 'assigned'::text, 'returned'::text]))),
  constraint suspense_items_units_check CHECK (((units)::numeric > (0)::numeric))
);
CREATE INDEX suspense_items_by_amount ON public.suspense_items USING btree (asset_id, units, id);
CREATE INDEX suspense_items_by_reference ON public.suspense_items USING btree (reference);
CREATE INDEX suspense_items_undecided ON public.suspense_items USING btree (id) WHERE (state = ANY (ARRAY['open'::text, 'proposed'::text]));

create table tax_corrections (
  id bigint generated always as identity not null,
  tax_id bigint not null,
  user_id bigint not null,
  old_value_idr units0 not null,
  old_tax_idr units0 not null,
  value_idr units0 not null,
  tax_idr units0 not null,
  reason text not null,
  made_at timestamp with time zone default now() not null,
  constraint tax_corrections_pkey PRIMARY KEY (id),
  constraint tax_corrections_tax_id_fkey FOREIGN KEY (tax_id) REFERENCES trade_taxes(id),
  constraint tax_corrections_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id),
  constraint tax_corrections_check CHECK ((((old_value_idr)::numeric <> (value_idr)::numeric) OR ((old_tax_idr)::numeric <> (tax_idr)::numeric))),
  constraint tax_corrections_reason_check CHECK (((length(reason) >= 1) AND (length(reason) <= 200)))
);
CREATE INDEX tax_corrections_of_tax ON public.tax_corrections USING btree (tax_id, id);
CREATE INDEX tax_corrections_of_user ON public.tax_corrections USING btree (user_id, made_at);
CREATE TRIGGER tax_corrections_append_only BEFORE DELETE OR UPDATE OR TRUNCATE ON public.tax_corrections FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();

create table tax_months (
  month date not null,
  taxes_upto bigint not null,
  corrections_upto bigint not null,
  fills_upto bigint not null,
  fees_upto bigint not null,
  item_count bigint not null,
  tax_idr units not null,
  vat_idr units not null,
  tax_carried units not null,
  vat_carried units not null,
  closed_at timestamp with time zone default now() not null,
  tax_receipt text,
  tax_paid_at timestamp with time zone,
  vat_receipt text,
  vat_paid_at timestamp with time zone,
  constraint tax_months_pkey PRIMARY KEY (month),
  constraint tax_months_check CHECK (((tax_receipt IS NULL) = (tax_paid_at IS NULL))),
  constraint tax_months_check1 CHECK (((vat_receipt IS NULL) = (vat_paid_at IS NULL))),
  constraint tax_months_item_count_check CHECK ((item_count >= 0)),
  constraint tax_months_month_check CHECK ((EXTRACT(day FROM month) = (1)::numeric)),
  constraint tax_months_tax_carried_check CHECK (((tax_carried)::numeric <= (0)::numeric)),
  constraint tax_months_tax_receipt_check CHECK ((tax_receipt ~ '^[0-9A-Z]{16}$'::text)),
  constraint tax_months_vat_carried_check CHECK (((vat_carried)::numeric <= (0)::numeric)),
  constraint tax_months_vat_receipt_check CHECK ((vat_receipt ~ '^[0-9A-Z]{16}$'::text))
);

create table tax_rates (
  id integer generated always as identity not null,
  kind text not null,
  side text not null,
  pair_class text not null,
  collector text default 'domestic'::text not null,
  rate_ppm integer not null,
  base_numerator smallint default 1 not null,
  base_denominator smallint default 1 not null,
  valid_from date not null,
  rule text not null,
  constraint tax_rates_pkey PRIMARY KEY (id),
  constraint tax_rates_kind_side_pair_class_collector_valid_from_key UNIQUE (kind, side, pair_class, collector, valid_from),
  constraint tax_rates_base_numerator_check CHECK ((base_numerator > 0)),
  constraint tax_rates_check CHECK ((base_denominator >= base_numerator)),
  constraint tax_rates_class CHECK (((side = 'FEE'::text) = (pair_class = 'any'::text))),
  constraint tax_rates_collector_check CHECK ((collector = ANY (ARRAY['domestic'::text, 'foreign'::text]))),
  constraint tax_rates_fee_kind CHECK (((side <> 'FEE'::text) OR (kind = 'PPN'::text))),
  constraint tax_rates_kind_check CHECK ((kind = ANY (ARRAY['PPH'::text, 'PPN'::text]))),
  constraint tax_rates_pair_class_check CHECK ((pair_class = ANY (ARRAY['rupiah'::text, 'fiat'::text, 'coin'::text, 'any'::text]))),
  constraint tax_rates_rate_ppm_check CHECK (((rate_ppm >= 0) AND (rate_ppm <= 1000000))),
  constraint tax_rates_rule_check CHECK (((length(rule) >= 1) AND (length(rule) <= 100))),
  constraint tax_rates_side_check CHECK ((side = ANY (ARRAY['BUY'::text, 'SELL'::text, 'FEE'::text]))),
  constraint tax_rates_whole_base CHECK (((side = 'FEE'::text) OR (base_numerator = base_denominator)))
);

create table tax_report_leases (
  user_id bigint not null,
  lease text not null,
  until timestamp with time zone not null,
  constraint tax_report_leases_pkey PRIMARY KEY (user_id)
);

create table totp_secrets (
  user_id bigint not null,
  sealed_secret text not null,
  last_step bigint default 0 not null,
  constraint totp_secrets_pkey PRIMARY KEY (user_id),
  constraint totp_secrets_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id),
  constraint totp_secrets_last_step_check CHECK ((last_step >= 0))
);

create table trade_taxes (
  id bigint generated always as identity not null,
  user_id bigint not null,
  trade_key text not null,
  kind text not null,
  order_no text not null,
  pair_id smallint not null,
  side text not null,
  amount units0 not null,
  value units0 not null,
  rate_ppm integer not null,
  rule text not null,
  tax_asset_id smallint not null,
  tax units0 not null,
  value_idr units0 not null,
  tax_idr units0 not null,
  valued_by text not null,
  valued_at timestamp with time zone not null,
  traded_at timestamp with time zone not null,
  created_at timestamp with time zone default now() not null,
  constraint trade_taxes_pkey PRIMARY KEY (id),
  constraint trade_taxes_user_id_trade_key_kind_key UNIQUE (user_id, trade_key, kind),
  constraint trade_taxes_pair_id_fkey FOREIGN KEY (pair_id) REFERENCES pairs(id),
  constraint trade_taxes_tax_asset_id_fkey FOREIGN KEY (tax_asset_id) REFERENCES assets(id),
  constraint trade_taxes_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id),
  constraint trade_taxes_amount_check CHECK (((amount)::numeric > (0)::numeric)),
  constraint trade_taxes_kind_check CHECK ((kind = ANY (ARRAY['PPH'::text, 'PPN'::text]))),
  constraint trade_taxes_order_no_check CHECK (((length(order_no) >= 1) AND (length(order_no) <= 64))),
  constraint trade_taxes_rate_ppm_check CHECK (((rate_ppm >= 0) AND (rate_ppm <= 1000000))),
  constraint trade_taxes_rule_check CHECK (((length(rule) >= 1) AND (length(rule) <= 100))),
  constraint trade_taxes_side_check CHECK ((side = ANY (ARRAY['BUY'::text, 'SELL'::text]))),
  constraint trade_taxes_trade_key_check CHECK (((length(trade_key) >= 1) AND (length(trade_key) <= 200))),
  constraint trade_taxes_valued_by_check CHECK ((valued_by ~ '^(trade|(venue|operator|sandbox)-(last|median))$'::text))
);
CREATE INDEX trade_taxes_by_time ON public.trade_taxes USING brin (traded_at) WITH (pages_per_range='16', autosummarize='on');
CREATE INDEX trade_taxes_of_user ON public.trade_taxes USING btree (user_id, traded_at DESC, id DESC) INCLUDE (pair_id, side);
CREATE TRIGGER trade_taxes_append_only BEFORE DELETE OR UPDATE OR TRUNCATE ON public.trade_taxes FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();

create table unconfirmed_fills (
  pair_id smallint not null,
  trade_id text not null,
  order_id bigint not null,
  user_id bigint not null,
  recorded_at timestamp with time zone default now() not null,
  denied_at timestamp with time zone,
  constraint unconfirmed_fills_pkey PRIMARY KEY (pair_id, trade_id, order_id)
);
CREATE INDEX unconfirmed_fills_of_user ON public.unconfirmed_fills USING btree (user_id);

create table unmatched_trades (
  pair_id smallint not null,
  trade_id text not null,
  venue_order_id text not null,
  client_order_id text,
  side text not null,
  volume units0 not null,
  quote_exact units0 not null,
  commission units0 not null,
  traded_at timestamp with time zone not null,
  recorded_at timestamp with time zone default now() not null,
  id bigint generated always as identity not null,
  constraint unmatched_trades_pkey PRIMARY KEY (pair_id, trade_id, side),
  constraint unmatched_trades_pair_id_fkey FOREIGN KEY (pair_id) REFERENCES pairs(id),
  constraint unmatched_trades_side_check CHECK ((side = ANY (ARRAY['BUY'::text, 'SELL'::text]))),
  constraint unmatched_trades_trade_id_check CHECK ((trade_id ~ '^[0-9]{1,19}$'::text))
);
CREATE UNIQUE INDEX unmatched_trades_by_id ON public.unmatched_trades USING btree (id);

create table user_messages (
  id bigint generated always as identity not null,
  user_id bigint not null,
  kind text not null,
  dedupe_key text not null,
  title text not null,
  body text not null,
  data jsonb not null,
  read_at timestamp with time zone,
  deleted_at timestamp with time zone,
  created_at timestamp with time zone default now() not null,
  constraint user_messages_pkey PRIMARY KEY (id),
  constraint user_messages_dedupe_key_key UNIQUE (dedupe_key),
  constraint user_messages_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id),
  constraint user_messages_check CHECK (((deleted_at IS NULL) OR ((title = ''::text) AND (body = ''::text) AND (data = '{}'::jsonb))))
);
CREATE INDEX user_messages_of_user ON public.user_messages USING btree (user_id, id) WHERE (deleted_at IS NULL);
CREATE INDEX user_messages_read ON public.user_messages USING btree (user_id, read_at) WHERE ((read_at IS NOT NULL) AND (deleted_at IS NULL));
CREATE INDEX user_messages_unread ON public.user_messages USING btree (user_id, created_at) WHERE ((read_at IS NULL) AND (deleted_at IS NULL));

create table users (
  id bigint generated always as identity not null,
  email text not null,
  email_verified_at timestamp with time zone,
  mailbox_proven_at timestamp with time zone,
  mail_refused_since timestamp with time zone,
  phone text,
  password_hash text not null,
  password_version integer default 0 not null,
  withdraw_locked_until timestamp with time zone,
  bind_2fa boolean default false not null,
  twofa_changed_at timestamp with time zone,
  language text default 'id'::text not null,
  currency text default 'IDR'::text not null,
  identity_status text default 'none'::text not null,
  suspended_at timestamp with time zone,
  suspension_reason text,
  created_at timestamp with time zone default now() not null,
  suspended_by_service boolean default false not null,
  password_leaked boolean default false not null,
  twofa_provisional_until timestamp with time zone,
  twofa_cooling_from timestamp with time zone,
  constraint users_pkey PRIMARY KEY (id),
  constraint users_email_key UNIQUE (email),
  constraint users_phone_key UNIQUE (phone),
  constraint users_email_check CHECK (((email = lower(email)) AND ((length(email) >= 3) AND (length(email) <= 255)))),
  constraint users_identity_status_check CHECK ((identity_status = ANY (ARRAY['none'::text, 'pending'::text, 'success'::text, 'failed'::text]))),
  constraint users_suspension_reason_check CHECK (((suspension_reason IS NULL) OR ((length(suspension_reason) >= 1) AND (length(suspension_reason) <= 500))))
);
CREATE INDEX users_by_email ON public.users USING btree (email text_pattern_ops);
CREATE INDEX users_by_time ON public.users USING btree (created_at);
CREATE INDEX users_suspended ON public.users USING btree (id) WHERE (suspended_at IS NOT NULL);

create table venue_dust (
  asset_id smallint not null,
  dust units default 0 not null,
  constraint venue_dust_pkey PRIMARY KEY (asset_id),
  constraint venue_dust_asset_id_fkey FOREIGN KEY (asset_id) REFERENCES assets(id)
);

create table venue_dust_steps (
  id bigint generated always as identity not null,
  asset_id smallint not null,
  dust units not null,
  constraint venue_dust_steps_pkey PRIMARY KEY (id),
  constraint venue_dust_steps_asset_id_fkey FOREIGN KEY (asset_id) REFERENCES assets(id)
);

create table venue_pulls (
  pair_id smallint not null,
  trade_id text not null,
  pulled_at timestamp with time zone default now() not null,
  constraint venue_pulls_pkey PRIMARY KEY (pair_id),
  constraint venue_pulls_pair_id_fkey FOREIGN KEY (pair_id) REFERENCES pairs(id),
  constraint venue_pulls_trade_id_check CHECK ((trade_id ~ '^[0-9]{1,19}$'::text))
);

create table virtual_accounts (
  id bigint generated always as identity not null,
  user_id bigint not null,
  provider text not null,
  bank_code text not null,
  external_id text not null,
  provider_id text,
  account_number text,
  name text not null,
  status text not null,
  created_at timestamp with time zone default now() not null,
  updated_at timestamp with time zone default now() not null,
  constraint virtual_accounts_pkey PRIMARY KEY (id),
  constraint virtual_accounts_external_id_key UNIQUE (external_id),
  constraint virtual_accounts_provider_account_number_bank_code_key UNIQUE (provider, account_number, bank_code),
  constraint virtual_accounts_provider_id_key UNIQUE (provider_id),
  constraint virtual_accounts_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id),
  constraint virtual_accounts_provider_check CHECK ((provider = ANY (ARRAY['payx'::text, 'payd'::text]))),
  constraint virtual_accounts_status_check CHECK ((status = ANY (ARRAY['REQUESTED'::text, 'PENDING'::text, 'ACTIVE'::text, 'INACTIVE'::text, 'FAILED'::text])))
);
CREATE INDEX virtual_accounts_by_number ON public.virtual_accounts USING btree (account_number) WHERE (account_number IS NOT NULL);
CREATE UNIQUE INDEX virtual_accounts_one_a_bank ON public.virtual_accounts USING btree (user_id, provider, bank_code) WHERE (status <> ALL (ARRAY['FAILED'::text, 'INACTIVE'::text]));

create table vision_verifications (
  id bigint generated always as identity not null,
  request_id text not null,
  user_id bigint not null,
  service vision_service not null,
  file text not null,
  request_data text not null,
  response_data text not null,
  status vision_status not null,
  created_at timestamp with time zone default now() not null,
  updated_at timestamp with time zone default now() not null,
  constraint vision_verifications_pkey PRIMARY KEY (id),
  constraint vision_verifications_request_id_key UNIQUE (request_id),
  constraint vision_verifications_file_fkey FOREIGN KEY (file) REFERENCES files(name),
  constraint vision_verifications_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id),
  constraint vision_verifications_request_id_check CHECK ((request_id ~ '^[0-9a-f]{32}$'::text))
);
CREATE INDEX vision_verifications_by_time ON public.vision_verifications USING btree (user_id, created_at);
CREATE INDEX vision_verifications_of_file ON public.vision_verifications USING btree (file);
CREATE INDEX vision_verifications_of_user ON public.vision_verifications USING btree (user_id, id);

create table wallet_flags (
  type text not null,
  value smallint not null,
  reason text,
  updated_at timestamp with time zone default now() not null,
  constraint wallet_flags_pkey PRIMARY KEY (type),
  constraint wallet_flags_type_check CHECK ((type = ANY (ARRAY['WD'::text, 'DEPO'::text, 'TRADE'::text])))
);

create table watchlist (
  user_id bigint not null,
  pair_id smallint not null,
  created_at timestamp with time zone default now() not null,
  constraint watchlist_pkey PRIMARY KEY (user_id, pair_id),
  constraint watchlist_pair_id_fkey FOREIGN KEY (pair_id) REFERENCES pairs(id),
  constraint watchlist_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id)
);

create table withdrawal_days (
  user_id bigint not null,
  day date not null,
  worth_idr units0 not null,
  constraint withdrawal_days_pkey PRIMARY KEY (user_id, day),
  constraint withdrawal_days_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id)
);

create table withdrawal_gates (
  user_id bigint not null,
  asset_id smallint not null,
  opened_at timestamp with time zone not null,
  constraint withdrawal_gates_pkey PRIMARY KEY (user_id, asset_id),
  constraint withdrawal_gates_asset_id_fkey FOREIGN KEY (asset_id) REFERENCES assets(id),
  constraint withdrawal_gates_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id)
);

create table withdrawals (
  id bigint generated always as identity not null,
  request_id text not null,
  request_key bytea,
  user_id bigint not null,
  kind text not null,
  asset_id smallint not null,
  amount units0 not null,
  fee units0 not null,
  held units0 not null,
  sent units0 not null,
  network text,
  address text,
  tag text,
  bank_account_id bigint,
  channel_code text,
  bank_name text,
  account_number text,
  account_holder text,
  residential text,
  id_card_object text,
  worth_idr units0 not null,
  status text not null,
  approvals_needed smallint default 0 not null,
  approval_reasons text[] default '{}'::text[] not null,
  provider_id text,
  provider_status text,
  tx_hash text,
  replaced_by text,
  reason text,
  refused_at timestamp with time zone,
  refusal text,
  attempts integer default 0 not null,
  next_at timestamp with time zone,
  poll_at timestamp with time zone,
  polls smallint default 0 not null,
  reversed_at timestamp with time zone,
  incident text,
  created_at timestamp with time zone default now() not null,
  updated_at timestamp with time zone default now() not null,
  ended_at timestamp with time zone,
  constraint withdrawals_pkey PRIMARY KEY (id),
  constraint withdrawals_request_id_key UNIQUE (request_id),
  constraint withdrawals_asset_id_fkey FOREIGN KEY (asset_id) REFERENCES assets(id),
  constraint withdrawals_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id),
  constraint withdrawals_amount_check CHECK (((amount)::numeric > (0)::numeric)),
  constraint withdrawals_approvals_needed_check CHECK (((approvals_needed >= 0) AND (approvals_needed <= 2))),
  constraint withdrawals_check CHECK (((held)::numeric =
CASE kind
    WHEN 'COIN'::text THEN (amount)::numeric
    ELSE ((amount)::numeric + (fee)::numeric)
END)),
  constraint withdrawals_check1 CHECK (((sent)::numeric =
CASE kind
    WHEN 'COIN'::text THEN ((amount)::numeric - (fee)::numeric)
    ELSE (amount)::numeric
END)),
  constraint withdrawals_check2 CHECK (((kind = 'COIN'::text) = ((network IS NOT NULL) AND (address IS NOT NULL)))),
  constraint withdrawals_check3 CHECK (((kind = 'CASH'::text) = ((channel_code IS NOT NULL) AND (account_number IS NOT NULL)))),
  constraint withdrawals_check4 CHECK (((status = ANY (ARRAY['SUCCESS'::text, 'FAILED'::text, 'REJECTED'::text])) = (ended_at IS NOT NULL))),
  constraint withdrawals_check5 CHECK (((refused_at IS NULL) = (refusal IS NULL))),
  constraint withdrawals_held_check CHECK (((held)::numeric > (0)::numeric)),
  constraint withdrawals_kind_check CHECK ((kind = ANY (ARRAY['COIN'::text, 'CASH'::text]))),
  constraint withdrawals_refusal_check CHECK (((length(refusal) >= 1) AND (length(refusal) <= 1000))),
  constraint withdrawals_request_id_check CHECK ((request_id ~ '^wd-[a-z0-9-]{8,60}$'::text)),
  constraint withdrawals_request_key_check CHECK ((octet_length(request_key) = 32)),
  constraint withdrawals_reversed CHECK (((reversed_at IS NULL) OR (status = 'SUCCESS'::text))),
  constraint withdrawals_sent_check CHECK (((sent)::numeric > (0)::numeric)),
  constraint withdrawals_status_check CHECK ((status = ANY (ARRAY['PENDING_APPROVAL'::text, 'PROCESSING'::text, 'SUBMITTED'::text, 'SUCCESS'::text, 'FAILED'::text, 'REJECTED'::text])))
);
CREATE UNIQUE INDEX withdrawals_at_provider ON public.withdrawals USING btree (kind, provider_id) WHERE (provider_id IS NOT NULL);
CREATE INDEX withdrawals_by_account ON public.withdrawals USING btree (user_id, account_number) WHERE ((kind = 'CASH'::text) AND (status = 'SUCCESS'::text));
CREATE INDEX withdrawals_by_address ON public.withdrawals USING btree (user_id, address) WHERE ((kind = 'COIN'::text) AND (status = 'SUCCESS'::text));
CREATE INDEX withdrawals_by_amount ON public.withdrawals USING btree (asset_id, amount, id);
CREATE INDEX withdrawals_by_hash ON public.withdrawals USING btree (tx_hash) WHERE ((kind = 'COIN'::text) AND (tx_hash IS NOT NULL));
CREATE INDEX withdrawals_by_provider_id ON public.withdrawals USING btree (provider_id) WHERE (provider_id IS NOT NULL);
CREATE INDEX withdrawals_changed ON public.withdrawals USING btree (user_id, updated_at);
CREATE INDEX withdrawals_due ON public.withdrawals USING btree (next_at) WHERE ((status = ANY (ARRAY['PROCESSING'::text, 'SUBMITTED'::text])) AND (next_at IS NOT NULL));
CREATE INDEX withdrawals_ended ON public.withdrawals USING btree (ended_at) WHERE (ended_at IS NOT NULL);
CREATE INDEX withdrawals_in_doubt ON public.withdrawals USING btree (id) WHERE (incident IS NOT NULL);
CREATE INDEX withdrawals_of_user ON public.withdrawals USING btree (user_id, created_at DESC, id DESC) INCLUDE (kind, asset_id);
CREATE INDEX withdrawals_open ON public.withdrawals USING btree (id) WHERE (ended_at IS NULL);
CREATE INDEX withdrawals_replaced ON public.withdrawals USING btree (replaced_by) WHERE (replaced_by IS NOT NULL);
CREATE UNIQUE INDEX withdrawals_request_key ON public.withdrawals USING btree (request_key) WHERE (request_key IS NOT NULL);
CREATE INDEX withdrawals_to_account ON public.withdrawals USING btree (account_number, created_at) WHERE (kind = 'CASH'::text);
CREATE INDEX withdrawals_to_address ON public.withdrawals USING btree (address, COALESCE(tag, ''::text), created_at) WHERE (kind = 'COIN'::text);
CREATE INDEX withdrawals_to_approve ON public.withdrawals USING btree (id) WHERE (status = 'PENDING_APPROVAL'::text);
CREATE INDEX withdrawals_to_poll ON public.withdrawals USING btree (poll_at) WHERE ((status = 'SUCCESS'::text) AND (reversed_at IS NULL) AND (poll_at IS NOT NULL));
