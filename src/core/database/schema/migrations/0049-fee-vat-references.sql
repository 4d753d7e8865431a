-- A credit records the tax of its fee for a user and an asset that its own transaction has read.
-- To check both again cost as much as the row, and locked one row of assets for every deposit.
alter table fee_vats
  drop constraint fee_vats_user_id_fkey,
  drop constraint fee_vats_asset_id_fkey;
