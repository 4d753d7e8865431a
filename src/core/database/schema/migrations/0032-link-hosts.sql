-- The hosts that links of banners and news may lead to.
alter table settings
  drop constraint settings_kind_check,
  add constraint settings_kind_check check (kind in
    ('text', 'rupiah', 'ppm', 'flag', 'hours', 'seconds', 'count', 'url', 'email', 'countries',
     'version', 'collector', 'valuation', 'hosts'));

insert into settings (key, value, kind) values ('content.link_hosts', 'tukar.example', 'hosts');
