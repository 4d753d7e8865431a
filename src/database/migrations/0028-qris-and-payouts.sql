-- How long a QR code may be paid: payx ends one after 48 hours, whatever stands here.
insert into settings (key, value, kind, is_public) values
  ('deposit.qris_ttl_hours', '48', 'hours', true);
