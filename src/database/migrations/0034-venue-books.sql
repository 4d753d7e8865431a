-- What the venue holds for us is compared with our books as well.
alter table breaks
  drop constraint breaks_provider_check,
  add constraint breaks_provider_check
    check (provider in ('custody', 'payx', 'payd', 'house', 'venue'));

alter table provider_openings
  drop constraint provider_openings_provider_check,
  add constraint provider_openings_provider_check
    check (provider in ('custody', 'payx', 'venue'));
