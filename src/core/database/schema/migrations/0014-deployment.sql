-- To whom the database belongs: the application key of its nodes, and the PostgreSQL cluster whose
-- transaction numbers its rows carry. Only src/database writes it.
create table deployment (
  id smallint primary key check (id = 1),
  key_id text not null,
  system_identifier bigint not null
);
