-- The chain over the ledger's postings, and its daily seals. Only src/core/ledger writes these tables.
-- docs/ledger-proof.md defines what is hashed and signed.

-- A link covers the postings with ids above `above`, up to `upto`, with their moves.
create table ledger_links (
  id bigint primary key check (id > 0),
  at timestamptz not null,
  above bigint not null,
  upto bigint not null,
  -- A SHA-256 of each hashed column, one after another.
  posting_hashes bytea not null check (length(posting_hashes) = 4 * 32),
  move_hashes bytea not null check (length(move_hashes) = 10 * 32),
  -- Four bytes of each row's SHA-256, which name the row that was changed.
  posting_prints bytea not null,
  move_prints bytea not null,
  -- Of the moves' transaction numbers; null after a restore into another cluster, which resets them.
  tx_hash bytea check (length(tx_hash) = 32),
  previous bytea not null check (length(previous) = 32),
  hash bytea not null unique check (length(hash) = 32),
  check (upto > above)
);

create trigger ledger_links_append_only before update or delete or truncate on ledger_links
  for each statement execute function refuse_change();

-- Public keys of seals, Ed25519; the id is the start of the key's SHA-256.
create table ledger_seal_keys (
  id text primary key,
  public_key bytea not null check (length(public_key) = 32)
);

create trigger ledger_seal_keys_append_only before update or delete or truncate on ledger_seal_keys
  for each statement execute function refuse_change();

-- One seal for each day in Jakarta with links, over its last link.
create table ledger_seals (
  day date primary key,
  at timestamptz not null,
  link bigint not null unique references ledger_links,
  link_hash bytea not null,
  -- What users are owed after the link, by asset id, in text.
  totals jsonb not null,
  key_id text not null references ledger_seal_keys,
  signature bytea not null check (length(signature) = 64)
);

create trigger ledger_seals_append_only before update or delete or truncate on ledger_seals
  for each statement execute function refuse_change();
